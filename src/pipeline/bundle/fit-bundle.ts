import { findLargest } from "../../analysis/find-largest.ts";
import { capTooSmall } from "../../errors.ts";
import { tokenCapTooSmall } from "../../errors-of-admission.ts";
import type { BundleBudget, BundleResponse, DeferredItem } from "../../model/bundle-response.ts";
import type { Decision } from "../../model/decision.ts";
import type { Gap } from "../../model/gap.ts";
import type { AdmissionBudget } from "../../ports/policy.ts";
import { countDecisions, viewDecision } from "./count-decisions.ts";
import type { Layout } from "./lay-out.ts";
import type { Writing } from "./measure-parts.ts";
import { type Settled, settleBudget } from "./settle-budget.ts";

/** What is shown of a layout: exhibits always, all else as far as it fits. */
export interface Shown {
  readonly exhibits: Layout["exhibits"];
  readonly deferred: readonly DeferredItem[];
  readonly decisions: BundleResponse["decisions"];
  readonly gaps: readonly Gap[];
  readonly budget: BundleBudget;
}

export interface FitBundleRequest<Decided extends { readonly layout: Layout }> {
  readonly capTokens: number;
  readonly capBytes: number;
  readonly gaps: readonly Gap[];
  readonly writing: Writing;
  /** Decides anew for so much room; the same room gives the same. */
  readonly decide: (room: AdmissionBudget) => Promise<Decided>;
  readonly build: (shown: Shown, decided: Decided) => BundleResponse;
}

/** What was decided for the room there is, and how it is shown. */
export interface FittedBundle<Decided> extends Settled {
  readonly decided: Decided;
  readonly decisions: readonly Decision[];
}

const MAX_ATTEMPTS = 64;
/** So often the room shrinks by a share of itself; many small texts would take too long to. */
const GENTLE_ATTEMPTS = 16;

/**
 * Lays a bundle out under both caps, signals and labels included (BUD-05, BUD-12). The policy decides for the room that is left
 * beside the signals; where labels take more, it is asked again for less. Decisions are summarized first, then gaps and named
 * candidates are dropped and counted: an exhibit is never cut here. A cap that cannot hold the signals is refused.
 */
export async function fitBundle<Decided extends { readonly layout: Layout }>(
  request: FitBundleRequest<Decided>,
): Promise<FittedBundle<Decided>> {
  let room = await firstRoom(request);
  const beside = room;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const decided = await request.decide(room);
    const settled = shrink(request, decided);
    if ("response" in settled) return { ...settled, decided, decisions: decided.layout.decisions };
    const over = attempt < GENTLE_ATTEMPTS ? { ...settled, beside } : settled;
    room = lessRoom(room, decided.layout, over);
  }
  throw new Error(`no layout fits although the signals do (${MAX_ATTEMPTS} attempts)`);
}

/** The caps without what every bundle carries; refuses where not even that fits. */
async function firstRoom<Decided extends { readonly layout: Layout }>(
  request: FitBundleRequest<Decided>,
): Promise<AdmissionBudget> {
  const decided = await request.decide({ tokens: 0, bytes: 0 });
  const bare = show(request, decided, { gaps: 0, deferred: 0, summarized: true });
  const { usedBytes, usedTokens } = bare.response.budget;
  const { capBytes, capTokens } = request;
  if (usedBytes > capBytes) throw capTooSmall(capBytes, usedBytes);
  if (usedTokens > capTokens) throw tokenCapTooSmall(capTokens, usedTokens);
  return { tokens: capTokens - usedTokens, bytes: capBytes - usedBytes };
}

/**
 * Less than what was used: asked again for the same room a policy would say the same. What every exhibit costs beside its text
 * goes with it, so the texts are asked to shrink by the share that is too much, and by all of it only where that did not do.
 */
function lessRoom(
  room: AdmissionBudget,
  { exhibits }: Layout,
  over: Overflow & { readonly beside?: AdmissionBudget },
): AdmissionBudget {
  const used = {
    tokens: exhibits.reduce((sum, exhibit) => sum + exhibit.tokens, 0),
    bytes: exhibits.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
  };
  const less = (unit: keyof AdmissionBudget & keyof Overflow): number => {
    if (over[unit] <= 0) return room[unit];
    const now = Math.min(room[unit], used[unit]);
    const there = over.beside?.[unit];
    if (there === undefined) return Math.max(0, now - over[unit]);
    return Math.max(0, Math.min(now - 1, Math.floor((now * there) / (there + over[unit]))));
  };
  return { tokens: less("tokens"), bytes: less("bytes") };
}

interface Overflow {
  readonly tokens: number;
  readonly bytes: number;
}

interface Kept {
  readonly gaps: number;
  readonly deferred: number;
  readonly summarized: boolean;
}

function shrink<Decided extends { readonly layout: Layout }>(
  request: FitBundleRequest<Decided>,
  decided: Decided,
): Settled | Overflow {
  const all = { gaps: request.gaps.length, deferred: decided.layout.deferred.length };
  const fits = (kept: Kept): boolean => isWithin(request, show(request, decided, kept));
  if (fits({ ...all, summarized: false }))
    return show(request, decided, { ...all, summarized: false });
  if (fits({ ...all, summarized: true }))
    return show(request, decided, { ...all, summarized: true });
  const least = { gaps: 0, deferred: 0, summarized: true };
  const bare = show(request, decided, least);
  if (!isWithin(request, bare)) return overflowOf(request, bare);
  const deferred = findLargest(all.deferred, (count) => fits({ ...least, deferred: count }));
  const gaps = findLargest(all.gaps, (count) => fits({ gaps: count, deferred, summarized: true }));
  return show(request, decided, { gaps, deferred, summarized: true });
}

function show<Decided extends { readonly layout: Layout }>(
  request: FitBundleRequest<Decided>,
  decided: Decided,
  kept: Kept,
): Settled {
  const { capBytes, capTokens, writing } = request;
  const { exhibits, deferred, decisions } = decided.layout;
  const gaps = request.gaps.slice(0, kept.gaps);
  const views = kept.summarized ? countDecisions(decisions) : decisions.map(viewDecision);
  return settleBudget(
    (used) =>
      request.build(
        {
          exhibits,
          deferred: deferred.slice(0, kept.deferred),
          decisions: views,
          gaps,
          budget: {
            capBytes,
            capTokens,
            ...used,
            counter: writing.counter.name,
            dropped: deferred.length - kept.deferred,
            droppedGaps: request.gaps.length - gaps.length,
          },
        },
        decided,
      ),
    writing,
  );
}

function isWithin(
  { capBytes, capTokens }: Pick<FitBundleRequest<never>, "capBytes" | "capTokens">,
  { response }: Settled,
): boolean {
  return response.budget.usedBytes <= capBytes && response.budget.usedTokens <= capTokens;
}

function overflowOf(
  { capBytes, capTokens }: Pick<FitBundleRequest<never>, "capBytes" | "capTokens">,
  { response }: Settled,
): Overflow {
  return {
    tokens: response.budget.usedTokens - capTokens,
    bytes: response.budget.usedBytes - capBytes,
  };
}
