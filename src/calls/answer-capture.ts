import { randomUUID } from "node:crypto";
import { findSecrets } from "../analysis/secrets/find-secrets.ts";
import { redactSecrets } from "../analysis/secrets/redact.ts";
import { capTooSmall, EngineError, optionInvalid } from "../errors.ts";
import type { CapturedStream, CaptureEnd, CaptureResponse } from "../model/capture-response.ts";
import type { PutOptions } from "../model/engine.ts";
import type { Entry } from "../model/entry.ts";
import type { Gap } from "../model/gap.ts";
import { cutBetweenLines } from "../pipeline/capture/cut-between-lines.ts";
import { shortenCommand } from "../pipeline/capture/redact-command.ts";
import { isLabel, toCapture, totalBytes } from "../pipeline/capture/to-capture.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import type { KeptOutput } from "../ports/command-runner.ts";
import type { NewEntry } from "../ports/entry-store.ts";
import { type CallSettings, settleLimit } from "./call-settings.ts";
import { type CitedHit, citeCandidates } from "./cite-candidates.ts";
import { type CitedEntry, citeEntries } from "./cite-entry.ts";
import { composeSignals } from "./compose-signals.ts";
import { findEverywhere } from "./find-everywhere.ts";
import { keepEntries } from "./keep-entries.ts";
import { narrowHit, toHit } from "./present-hit.ts";
import type { CallParts } from "./session.ts";
import { showStream } from "./show-stream.ts";
import type { StoreStanding } from "./store-answer.ts";
import { sumRedactions } from "./sum-redactions.ts";
import { toIndexQuery } from "./to-index-query.ts";

/** What was asked of a capture. */
export interface AskedCapture {
  readonly label: string;
  readonly query: string;
  readonly limit: number;
}

/** What a command, or a standard input, gave. */
export interface Taken {
  readonly label: string;
  /** Secrets taken out. */
  readonly command: readonly string[];
  readonly end: CaptureEnd;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outputs: readonly (readonly [CapturedStream["stream"], KeptOutput])[];
}

/** What the answer of every capture fits into; less is refused before anything is run or kept. */
const MIN_CAP_BYTES = 2_000;

/** Checks the options that a command and a standard input share. */
export function settleCapture(
  { label = "", query = "", limit }: PutOptions,
  { capBytes }: CallSettings,
): AskedCapture {
  if (capBytes < MIN_CAP_BYTES) throw capTooSmall(capBytes, MIN_CAP_BYTES);
  if (typeof query !== "string") throw optionInvalid("query", "it must be text");
  // It becomes part of a reference, where nothing can be taken out.
  if (findSecrets(label).length > 0) throw optionInvalid("label", "it looks like a secret");
  if (label !== "" && !isLabel(label)) {
    throw optionInvalid(
      "label",
      "it must begin with a letter or digit and have only letters, digits, dots, dashes and underscores, 40 bytes at most",
    );
  }
  return { label, query: query.trim(), limit: settleLimit(limit) };
}

/** Keeps what was taken, searches it, and says where it is. */
export async function answerCapture(
  parts: CallParts,
  given: { readonly settings: CallSettings; readonly asked: AskedCapture; readonly taken: Taken },
): Promise<CaptureResponse> {
  const { asked } = given;
  const taken: Taken = { ...given.taken, outputs: given.taken.outputs.flatMap(toKeep) };
  // The command took its time: what it wrote is not from the future of its own answer.
  const settings = { ...given.settings, nowMs: Math.max(given.settings.nowMs, parts.clock.now()) };
  const drafts = toEntries(taken);
  if (drafts.length > 0) await keepEntries(parts, "captures", drafts);
  const kept = await readBack(parts, drafts, taken);
  const found = await findIn(parts, drafts, asked);
  const session = await parts.openSession("off");
  const standing = await session.keeper.stand("off");
  const facts = { settings, standing, observations: [], asked: ["captures"] as const };
  const build = (ends: number, hits: readonly CitedHit[]) => ({
    schema: "exhibit.capture/1" as const,
    label: taken.label,
    command: shortenCommand(taken.command, ends),
    end: taken.end,
    startedAt: new Date(taken.startedMs).toISOString(),
    endedAt: new Date(taken.endedMs).toISOString(),
    streams: kept.map((one) => showStream(parts, one.cited, { ...one, maxEndBytes: ends })),
    redactions: sumRedactions(drafts.map(({ entry }) => entry)),
    hits: hits.map((hit, index) =>
      toHit(parts, hit, { rank: index + 1, options: {}, nowMs: settings.nowMs }),
    ),
    ...composeSignals(
      parts,
      { ...facts, stores: found.stores },
      hits.map(({ cited }) => cited.artifact),
    ),
  });
  const gapsOfAll = [...kept.flatMap(gapsOf), ...found.gaps];
  return firstThatFits((ends) =>
    fitResponse<CaptureResponse, CitedHit>({
      capBytes: settings.capBytes,
      items: found.hits,
      gaps: gapsOfAll,
      narrow: narrowHit,
      build: (hits, gaps, budget) => ({ ...build(ends, hits), gaps, budget }),
    }),
  );
}

/** Of each end of a stream, and of the command: enough to see what happened, or less where the cap is small. */
const END_SIZES = [400, 200, 100, 50] as const;
const SMALLEST_END = 8;

/** What was run cannot be run again for a larger cap: an answer that shows less of the ends comes before a refusal. */
function firstThatFits(answerWith: (ends: number) => CaptureResponse): CaptureResponse {
  for (const ends of END_SIZES) {
    try {
      return answerWith(ends);
    } catch (error) {
      if (!(error instanceof EngineError && error.code === "cap_too_small")) throw error;
    }
  }
  return answerWith(SMALLEST_END);
}

/** A stream that wrote nothing is no artifact. */
function toKeep([stream, output]: Taken["outputs"][number]): Taken["outputs"] {
  return totalBytes(output) === 0 ? [] : [[stream, cutBetweenLines(output)]];
}

function gapsOf({ cited, output }: KeptStream): readonly Gap[] {
  if (output.cutBytes === 0) return [];
  const detail = `${output.cutBytes} bytes of its middle are more than the bound and were not kept`;
  return [{ code: "output_cut", subject: cited.entry.ref, detail }];
}

function toEntries(taken: Taken): readonly NewEntry[] {
  const id = randomUUID().replaceAll("-", "").slice(0, 16);
  const { end, label, command } = taken;
  const failed = end.status !== "none" && !(end.status === "exited" && end.code === 0);
  const facts = {
    ...(command.length === 0 ? {} : { command: command.join(" ") }),
    end: end.status,
    ...(end.status === "exited" ? { exitCode: String(end.code) } : {}),
    ...(end.status === "killed" ? { signal: end.signal } : {}),
    endedAt: new Date(taken.endedMs).toISOString(),
  };
  const at = new Date(taken.startedMs).toISOString();
  return taken.outputs.map(([stream, output]) =>
    toCapture({ id, label, stream, output, at, failed, facts }, redactSecrets),
  );
}

/** A stream as it was kept. */
interface KeptStream {
  readonly cited: CitedEntry;
  readonly stream: CapturedStream["stream"];
  readonly output: KeptOutput;
}

/** Reads the streams back from the store: what is shown is what is kept. */
async function readBack(
  parts: CallParts,
  drafts: readonly NewEntry[],
  { outputs }: Taken,
): Promise<readonly KeptStream[]> {
  if (drafts.length === 0) return [];
  const store = await parts.entries.write("captures");
  const entries = drafts.map(({ entry }) => entry);
  const { cited } = await citeEntries(parts, store, entries);
  return cited.flatMap((each) => {
    const [stream, output] = outputs.find(([name]) => each.entry.path.endsWith(`/${name}`)) ?? [];
    return stream === undefined || output === undefined ? [] : [{ cited: each, stream, output }];
  });
}

interface FoundInCapture {
  readonly hits: readonly CitedHit[];
  readonly gaps: readonly Gap[];
  readonly stores: readonly StoreStanding[];
}

/** Searches this capture alone. */
async function findIn(
  parts: CallParts,
  drafts: readonly NewEntry[],
  { query, limit }: AskedCapture,
): Promise<FoundInCapture> {
  if (query === "" || drafts.length === 0) return { hits: [], gaps: [], stores: [] };
  const paths = new Set(drafts.map(({ entry }: { readonly entry: Entry }) => entry.path));
  const indexQuery = await toIndexQuery(query, {}, limit);
  const scope = { quarantined: "hidden" } as const;
  const everywhere = await findEverywhere(parts, {
    query: { ...indexQuery, filter: { acceptsPath: (path) => paths.has(path) } },
    sources: ["captures"],
    scope,
    excludedSessions: [],
    mode: "auto",
  });
  const { hits, gaps } = await citeCandidates(parts, everywhere, { whole: false, scope });
  const unmatched = everywhere.answers.flatMap(({ unmatchedWords }) => unmatchedWords);
  return {
    hits,
    gaps: [...gaps, ...unmatched.map((word): Gap => ({ code: "term_unmatched", subject: word }))],
    stores: everywhere.stores.map(({ standing }) => standing),
  };
}
