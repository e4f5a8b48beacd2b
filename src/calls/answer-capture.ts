import { randomUUID } from "node:crypto";
import { findSecrets } from "../analysis/secrets/find-secrets.ts";
import { redactSecrets } from "../analysis/secrets/redact.ts";
import { captureFailed } from "../errors-of-entries.ts";
import type { CapturedStream, CaptureEnd, CaptureResponse } from "../model/capture-response.ts";
import type { PutOptions } from "../model/engine.ts";
import type { Entry, Redaction } from "../model/entry.ts";
import type { Gap } from "../model/gap.ts";
import { isLabel, toCapture, totalBytes } from "../pipeline/capture/to-capture.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import type { KeptOutput } from "../ports/command-runner.ts";
import type { NewEntry } from "../ports/entry-store.ts";
import { type CallSettings, settleLimit } from "./call-settings.ts";
import { type CitedHit, citeCandidates } from "./cite-candidates.ts";
import { citeEntries } from "./cite-entry.ts";
import { composeSignals } from "./compose-signals.ts";
import { findEverywhere } from "./find-everywhere.ts";
import { keepEntries } from "./keep-entries.ts";
import { narrowHit, toHit } from "./present-hit.ts";
import type { CallParts } from "./session.ts";
import { showStream } from "./show-stream.ts";
import type { StoreStanding } from "./store-answer.ts";
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
  readonly command: readonly string[];
  readonly end: CaptureEnd;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outputs: readonly (readonly [CapturedStream["stream"], KeptOutput])[];
}

/** Checks the options that a command and a standard input share. */
export function settleCapture({ label = "", query = "", limit }: PutOptions): AskedCapture {
  if (findSecrets(label).length > 0) {
    throw captureFailed("the command", "its label looks like a secret.");
  }
  if (label !== "" && !isLabel(label)) {
    throw captureFailed(label, "a label has letters, digits, dots and dashes, 64 at most.");
  }
  return { label, query: query.trim(), limit: settleLimit(limit) };
}

/** Keeps what was taken, searches it, and says where it is. */
export async function answerCapture(
  parts: CallParts,
  given: { readonly settings: CallSettings; readonly asked: AskedCapture; readonly taken: Taken },
): Promise<CaptureResponse> {
  const { asked, taken } = given;
  // The command took its time: what it wrote is not from the future of its own answer.
  const settings = { ...given.settings, nowMs: Math.max(given.settings.nowMs, parts.clock.now()) };
  const drafts = toEntries(taken);
  if (drafts.length > 0) await keepEntries(parts, "captures", drafts);
  const streams = await showStreams(parts, drafts, taken);
  const found = await findIn(parts, drafts, asked);
  const session = await parts.openSession("off");
  const standing = await session.keeper.stand("off");
  const facts = { settings, standing, observations: [], asked: ["captures"] as const };
  const cut: readonly Gap[] = streams
    .filter(({ cutBytes }) => cutBytes > 0)
    .map(({ artifact, cutBytes }) => ({
      code: "output_cut",
      subject: artifact,
      detail: `${cutBytes} bytes of its middle are more than the bound and were not kept`,
    }));
  return fitResponse<CaptureResponse, CitedHit>({
    capBytes: settings.capBytes,
    items: found.hits,
    gaps: [...cut, ...found.gaps],
    narrow: narrowHit,
    build: (kept, gaps, budget) => ({
      schema: "exhibit.capture/1",
      label: taken.label,
      command: taken.command.map((word) => redactSecrets(word).text),
      end: taken.end,
      startedAt: new Date(taken.startedMs).toISOString(),
      endedAt: new Date(taken.endedMs).toISOString(),
      streams,
      redactions: sumRedactions(drafts),
      hits: kept.map((hit, index) =>
        toHit(parts, hit, { rank: index + 1, options: {}, nowMs: settings.nowMs }),
      ),
      gaps,
      ...composeSignals(
        parts,
        { ...facts, stores: found.stores },
        kept.map(({ cited }) => cited.artifact),
      ),
      budget,
    }),
  });
}

/** A stream that wrote nothing is no artifact. */
function toEntries(taken: Taken): readonly NewEntry[] {
  const id = randomUUID().replaceAll("-", "").slice(0, 16);
  const { end, label, command } = taken;
  const failed = end.status !== "none" && !(end.status === "exited" && end.code === 0);
  const facts = {
    ...(command.length === 0 ? {} : { command: redactSecrets(command.join(" ")).text }),
    end: end.status,
    ...(end.status === "exited" ? { exitCode: String(end.code) } : {}),
    ...(end.status === "killed" ? { signal: end.signal } : {}),
    endedAt: new Date(taken.endedMs).toISOString(),
  };
  const at = new Date(taken.startedMs).toISOString();
  return taken.outputs
    .filter(([, output]) => totalBytes(output) > 0)
    .map(([stream, output]) =>
      toCapture({ id, label, stream, output, at, failed, facts }, redactSecrets),
    );
}

async function showStreams(
  parts: CallParts,
  drafts: readonly NewEntry[],
  taken: Taken,
): Promise<readonly CapturedStream[]> {
  if (drafts.length === 0) return [];
  const store = await parts.entries.write("captures");
  const entries = drafts.map(({ entry }) => entry);
  const { cited } = await citeEntries(parts, store, entries);
  const outputs = taken.outputs.filter(([, output]) => totalBytes(output) > 0);
  return cited.flatMap((each, index) => {
    const [stream, output] = outputs[index] ?? [];
    if (stream === undefined || output === undefined) return [];
    return [showStream(parts, each, { stream, output })];
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

function sumRedactions(drafts: readonly NewEntry[]): readonly Redaction[] {
  const counts = new Map<string, number>();
  for (const { kind, count } of drafts.flatMap(({ entry }) => entry.redactions)) {
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return [...counts].map(([kind, count]) => ({ kind, count }));
}
