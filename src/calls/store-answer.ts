import type { EngineError, ErrorCode } from "../errors.ts";
import type { StoreName } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { SourceStatus } from "../model/envelope.ts";
import type { Gap } from "../model/gap.ts";
import { boundText } from "../pipeline/respond/bound-text.ts";
import type { RankedCandidate } from "../pipeline/search/fuse-candidates.ts";
import type { IndexAnswer } from "../ports/passage-index.ts";

/** How a store of entries stands in an answer. */
export interface StoreStanding {
  readonly name: StoreName;
  readonly status: SourceStatus;
  /** Empty when there is nothing to say. */
  readonly reason: string;
  /** Entries within the scope; 0 where none could be counted. */
  readonly entries: number;
}

/** What a store found, with the entries its candidates are passages of. */
export interface FoundEntries {
  readonly answer: IndexAnswer;
  readonly ranked: readonly RankedCandidate[];
  readonly entries: ReadonlyMap<string, Entry>;
}

/** What became of asking one store of entries: an answer, or why there is none, and nothing in between. */
export interface StoreAnswer {
  readonly standing: StoreStanding;
  readonly found: FoundEntries | "none";
  readonly gaps: readonly Gap[];
}

const REASONS: ReadonlyMap<ErrorCode, string> = new Map([
  ["source_unavailable", "it was kept before and its file is gone"],
  ["store_busy", "another process keeps it locked"],
  ["store_newer", "a newer exhibit wrote it"],
  ["store_readonly", "it cannot be opened"],
]);

/** A database driver's own words may be the reason: they must not crowd out the answer. */
const MAX_REASON_BYTES = 160;

/** Says in a few words why a store did not answer. */
export function reasonOf(error: EngineError): string {
  const { problem } = error.details;
  const said = error.code === "store_corrupt" ? `it is damaged: ${problem}` : problem;
  return boundText(REASONS.get(error.code) ?? String(said ?? error.message), MAX_REASON_BYTES);
}

/** A store that was asked and could not answer. */
export function withoutAnswer(
  name: StoreName,
  status: "failed" | "missing",
  reason: string,
): StoreAnswer {
  const gap: Gap = { code: "source_failed", subject: name, detail: reason };
  return { standing: { name, status, reason, entries: 0 }, found: "none", gaps: [gap] };
}

/** A store that was not asked, or in which nothing was ever kept. */
export function withNothing(name: StoreName, status: "not_asked" | "ok"): StoreAnswer {
  return { standing: { name, status, reason: "", entries: 0 }, found: "none", gaps: [] };
}
