import type { BundleResponse } from "../model/bundle-response.ts";
import type { Verdicts } from "../model/decision.ts";
import { stillUncovered } from "../pipeline/admit/still-uncovered.ts";
import { findOffer } from "../pipeline/bundle/find-offer.ts";
import { fitBundle, type Shown } from "../pipeline/bundle/fit-bundle.ts";
import { enters, lastDecisions } from "../pipeline/bundle/last-decisions.ts";
import { type LoadedText, layOut } from "../pipeline/bundle/lay-out.ts";
import { machineryOf, measureParts, type Writing } from "../pipeline/bundle/measure-parts.ts";
import { occupancyOf } from "../pipeline/bundle/occupancy-of.ts";
import { serialize } from "../pipeline/respond/serialize.ts";
import type { BundleWork, Decided, Laid } from "./bundle-work.ts";
import { composeSignals, recountDates } from "./compose-signals.ts";
import { elapsedSince } from "./elapsed-since.ts";
import { type Recording, recordBundle, reserveId } from "./record-bundle.ts";
import type { CallParts } from "./session.ts";

/** Decides, lays out under both caps, and records what was given to the reader. */
export async function layBundle(parts: CallParts, work: BundleWork): Promise<BundleResponse> {
  const writing: Writing = {
    form: work.settings.form,
    serialize,
    counter: await parts.tokens(),
  };
  const reserved = await reserveId(parts, work.settings.record);
  const first = await fitWork(parts, work, writing, reserved);
  if (reserved.id === "none") return first.fitted.response;
  const recorded = await recordBundle(parts, work, writing, first);
  if (recorded === "recorded") return first.fitted.response;
  // It must not name a record that is not there.
  const again = await fitWork(parts, work, writing, { id: "none", gaps: [recorded] });
  return again.fitted.response;
}

async function fitWork(
  parts: CallParts,
  work: BundleWork,
  writing: Writing,
  recording: Recording,
): Promise<Laid> {
  const { settings, gathered } = work;
  const startedMs = parts.clock.now();
  let decideMs = 0;
  const fitted = await fitBundle<Decided>({
    capTokens: settings.capTokens,
    capBytes: settings.capBytes,
    gaps: [...recording.gaps, ...gathered.gaps],
    writing,
    decide: async (room) => {
      const atMs = parts.clock.now();
      const verdicts = work.decide(room);
      decideMs += elapsedSince(parts, atMs);
      const request = await layoutRequest(work, verdicts);
      const loaded = [...request.loaded.values()].map(({ text }) => text);
      const uncovered = stillUncovered(gathered.pool, verdicts.uncovered, loaded);
      return { verdicts: { ...verdicts, uncovered }, layout: layOut(request) };
    },
    build: (shown, { verdicts }) =>
      toResponse(parts, work, { shown, verdicts, writing, ledger: recording.id }),
  });
  const assemble = elapsedSince(parts, startedMs) - decideMs;
  return { fitted, ledger: recording.id, tookMs: { decide: decideMs, assemble } };
}

async function layoutRequest(
  { gathered, resident, given, keeps }: BundleWork,
  verdicts: Verdicts,
): Promise<Parameters<typeof layOut>[0] & { readonly loaded: ReadonlyMap<string, LoadedText> }> {
  const { pool } = gathered;
  const loaded = new Map<string, LoadedText>();
  const last = lastDecisions(verdicts.decisions);
  for (const candidate of pool.candidates) {
    const decision = last.get(candidate.id);
    if (decision === undefined || !enters(decision) || decision.representation === "none") continue;
    const offer = findOffer(candidate, decision.representation);
    if (offer === "none" || offer.text !== "deferred") continue;
    const text = await gathered.loadText(candidate, offer);
    if (text !== "none") loaded.set(candidate.id, text);
  }
  return { pool, verdicts, resident, given, keeps, loaded };
}

interface Draft {
  readonly shown: Shown;
  readonly verdicts: Verdicts;
  readonly writing: Writing;
  readonly ledger: string | "none";
}

function toResponse(parts: CallParts, work: BundleWork, draft: Draft): BundleResponse {
  const { gathered, resident, settings, expansion } = work;
  const { pool, facts, artifacts } = gathered;
  const { shown, verdicts, ledger } = draft;
  const { exhibits, decisions, budget } = shown;
  const ofExhibits = exhibits.flatMap(({ candidate }) => artifacts.get(candidate) ?? []);
  const bundle: BundleResponse = {
    schema: "exhibit.bundle/1",
    task: pool.task.text,
    policyVersion: verdicts.policyVersion,
    sufficiency: verdicts.sufficiency,
    uncovered: verdicts.uncovered,
    exhibits,
    deferred: shown.deferred,
    decisions,
    pool: {
      candidates: pool.candidates.length,
      artifacts: new Set(pool.candidates.map(({ artifact }) => artifact)).size,
      generators: pool.generators.map(
        ({ generator, source, status, candidates, artifacts: of }) => ({
          generator,
          source,
          status,
          candidates,
          artifacts: of,
        }),
      ),
    },
    occupancy: occupancyOf(resident, exhibits, settings.capTokens),
    machinery: { identities: 0, anchors: 0, reasons: 0, ranking: 0, expansionCalls: 0 },
    ledger,
    gaps: recountDates(shown.gaps, ofExhibits, settings.nowMs),
    ...composeSignals(parts, facts, ofExhibits),
    budget,
  };
  const measured = measureParts(bundle, draft.writing);
  const { frame: _frame, ...machinery } = machineryOf(measured, expansion === "none" ? 0 : 1);
  return { ...bundle, machinery };
}
