/** Draws ranks from Zipf's law, `P(rank) ∝ 1 / (rank + shift)^exponent`, rank 0 the most frequent (Mandelbrot's form). */
export interface ZipfSampler {
  readonly size: number;
  draw(): number;
}

export interface ZipfOptions {
  /** Number of ranks. */
  readonly size: number;
  readonly exponent: number;
  readonly shift: number;
  /** Uniform numbers in [0, 1). */
  readonly random: () => number;
}

const GUIDE_SIZE = 65_536;

/** Returns a sampler that takes constant time a draw: a guide table leads to the place in the cumulative sum. */
export function createZipfSampler({ size, exponent, shift, random }: ZipfOptions): ZipfSampler {
  const cumulative = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank++) {
    sum += 1 / (rank + shift) ** exponent;
    cumulative[rank] = sum;
  }
  const guide = new Uint32Array(GUIDE_SIZE);
  for (let slot = 0, rank = 0; slot < GUIDE_SIZE; slot++) {
    while (rank < size - 1 && (cumulative[rank] ?? sum) <= (slot / GUIDE_SIZE) * sum) rank++;
    guide[slot] = rank;
  }
  return {
    size,
    draw() {
      const at = random();
      let rank = guide[Math.floor(at * GUIDE_SIZE)] ?? 0;
      while (rank < size - 1 && (cumulative[rank] ?? sum) <= at * sum) rank++;
      return rank;
    },
  };
}
