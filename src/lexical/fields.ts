/** The fields of a passage, in the order they are stored. `path` holds the headings above the passage's own. */
export const FIELDS: readonly ["title", "path", "heading", "body"] = [
  "title",
  "path",
  "heading",
  "body",
];

export type FieldName = (typeof FIELDS)[number];

export interface FieldWeighting {
  readonly weight: number;
  /** The length at which a field is neither long nor short. A constant, so that an impact never changes. */
  readonly pivot: number;
  readonly b: number;
}

/** How much a word in each field counts; a length norm for each (BM25F with the sum outside). */
export const FIELD_WEIGHTS: Readonly<Record<FieldName, FieldWeighting>> = {
  title: { weight: 1.5, pivot: 5, b: 0.75 },
  path: { weight: 0.25, pivot: 6, b: 0.75 },
  heading: { weight: 4, pivot: 4, b: 0.75 },
  body: { weight: 1, pivot: 100, b: 0.85 },
};

/** Where the gain of another occurrence of a word levels off. */
export const K1 = 0.9;

/** No passage can gain more from one term: every field saturated. */
export const MAX_GAIN: number =
  (K1 + 1) * FIELDS.reduce((sum, field) => sum + FIELD_WEIGHTS[field].weight, 0);

/** Impacts are one byte: 255 linear steps cost nothing that stage two does not repair. */
export const MAX_IMPACT = 255;

/** An idf of one as the integer that impacts are multiplied by. */
export const IDF_SCALE = 1024;

/** What a stage-one sum is divided by to be a score. */
export const SCORE_SCALE: number = (IDF_SCALE * MAX_IMPACT) / MAX_GAIN;

/** A term's whole gain in a passage as an integer; at least 1, so that a posting always counts. */
export function impactOf(gain: number): number {
  return Math.max(1, Math.round((gain * MAX_IMPACT) / MAX_GAIN));
}

/** The most a term can gain in a passage where it has this impact. */
export function gainBound(impact: number): number {
  return ((impact + 0.5) * MAX_GAIN) / MAX_IMPACT;
}

/** True for the fields that are the passage's own text: its heading and its body. */
export function isProse(field: number): boolean {
  return field >= 2;
}

/** K1 times the length norm of a field: what a frequency is weighed against. */
export function fieldNorm(field: number, length: number): number {
  const { pivot, b } = FIELD_WEIGHTS[FIELDS[field] as FieldName];
  return K1 * (1 - b + (b * length) / pivot);
}

/** What `frequency` occurrences in a field add, before idf. */
export function fieldGain(field: number, frequency: number, norm: number): number {
  const { weight } = FIELD_WEIGHTS[FIELDS[field] as FieldName];
  return (weight * frequency * (K1 + 1)) / (frequency + norm);
}

/** Robertson and Sparck Jones' idf, never negative: ln(1 + (N - n + 1/2) / (n + 1/2)). */
export function inverseFrequency(passageCount: number, holding: number): number {
  return Math.log(1 + (passageCount - holding + 0.5) / (holding + 0.5));
}

/** The integer a term's impacts are multiplied by; at least 1, so that a match is never zero. */
export function integerWeight(idf: number): number {
  return Math.max(1, Math.round(idf * IDF_SCALE));
}
