import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "../../src/model/pool.ts";
import { type Half, halfOf } from "../quality/halves.ts";
import { ANSWERABLE, LABELS, type Label, type LabelledPool } from "./labelled-pool.ts";

/** One frozen pool in a file: a JSON list of these, or the pools alone. */
export interface FrozenPool {
  readonly id: string;
  readonly pool: Pool;
}

/** What is known of one pool, in a file of its own. */
export interface PoolLabels {
  readonly id: string;
  /** Default: `answerable`. */
  readonly kind?: string;
  /** Default: by the hash of set and id. */
  readonly half?: Half;
  readonly labels: Readonly<Record<string, Label>>;
  /** Default: 0. */
  readonly requiredOutside?: number;
}

/** Writes `<set>.pools.json` and `<set>.labels.json`, which `readPools` reads back. */
export function writePools(folder: string, set: string, pools: readonly LabelledPool[]): void {
  mkdirSync(folder, { recursive: true });
  const frozen = pools.map(({ id, kind, pool }): FrozenPool => ({ id: `${kind} ${id}`, pool }));
  const known = pools.map(
    ({ id, kind, half, labels, requiredOutside }): PoolLabels => ({
      id: `${kind} ${id}`,
      kind,
      half,
      labels,
      requiredOutside,
    }),
  );
  writeFileSync(join(folder, `${set}.pools.json`), toLines(frozen));
  writeFileSync(join(folder, `${set}.labels.json`), toLines(known));
}

/** Reads pools with their labels; refuses a pool without labels, labels of no pool, and labels that are none. */
export function readPools(set: string, poolFile: string, labelFile: string): LabelledPool[] {
  const pools = readList<FrozenPool>(poolFile);
  const labels = new Map(readList<PoolLabels>(labelFile).map((known) => [known.id, known]));
  const read = pools.map(({ id, pool }) => {
    const known = labels.get(id);
    if (known === undefined) throw new Error(`${labelFile} has no labels for the pool ${id}.`);
    labels.delete(id);
    checkLabels(known, pool, labelFile);
    return {
      set,
      id,
      half: known.half ?? halfOf(set, id),
      kind: known.kind ?? ANSWERABLE,
      pool,
      labels: known.labels,
      requiredOutside: known.requiredOutside ?? 0,
    };
  });
  const [left] = labels.keys();
  if (left !== undefined) throw new Error(`${poolFile} has no pool ${left}, which has labels.`);
  return read;
}

function checkLabels({ id, labels }: PoolLabels, pool: Pool, file: string): void {
  const candidates = new Set(pool.candidates.map((candidate) => candidate.id));
  for (const [candidate, label] of Object.entries(labels)) {
    if (!LABELS.includes(label)) {
      throw new Error(`${file}: ${id} calls ${candidate} ${label}; labels: ${LABELS.join(", ")}.`);
    }
    if (!candidates.has(candidate)) {
      throw new Error(`${file}: ${id} labels ${candidate}, which is not in its pool.`);
    }
  }
}

function readList<T>(file: string): readonly T[] {
  const content: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(content)) throw new Error(`${file} holds no JSON list.`);
  return content as readonly T[];
}

/** One entry a line, so that a difference of two freezes can be read. */
function toLines(entries: readonly object[]): string {
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`;
}
