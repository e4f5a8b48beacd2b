import type { Pool } from "../../model/pool.ts";
import { readSignals } from "./signals.ts";

/**
 * Returns those of the uncovered terms that none of the texts holds either. A form whose text the pool does not carry is read only
 * once it was admitted; what was decided before could not know its words.
 */
export function stillUncovered(
  pool: Pool,
  uncovered: readonly string[],
  texts: readonly string[],
): readonly string[] {
  if (uncovered.length === 0 || texts.length === 0) return uncovered;
  const { reader, terms } = readSignals(pool);
  const read = texts.map((text) => reader.read(text).distinct);
  const held = new Set(
    terms
      .filter(({ term }) => read.some((distinct) => distinct.has(term)))
      .map(({ written }) => written),
  );
  return uncovered.filter((written) => !held.has(written));
}
