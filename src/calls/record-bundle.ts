import { EngineError } from "../errors.ts";
import type { Gap } from "../model/gap.ts";
import { contextChange } from "../pipeline/bundle/context-change.ts";
import { machineryOf, measureParts, type Writing } from "../pipeline/bundle/measure-parts.ts";
import { netTokens, preloadTokens } from "../pipeline/bundle/net-tokens.ts";
import { toRecord } from "../pipeline/ledger/to-record.ts";
import type { BundleWork, Laid } from "./bundle-work.ts";
import type { CallParts } from "./session.ts";
import { reasonOf } from "./store-answer.ts";

/** The id of the bundle to be, or why it has none. */
export interface Recording {
  readonly id: string | "none";
  readonly gaps: readonly Gap[];
}

/** Reserves an id; a ledger that cannot be written is a gap of the answer, and no reason to give none. */
export async function reserveId(parts: CallParts, record: boolean): Promise<Recording> {
  if (!record) return { id: "none", gaps: [] };
  try {
    return { id: await parts.ledger.reserve(), gaps: [] };
  } catch (error) {
    return { id: "none", gaps: [toGap(error)] };
  }
}

/** Keeps the bundle as it was given to its reader; returns the gap where it could not be kept. */
export async function recordBundle(
  parts: CallParts,
  work: BundleWork,
  writing: Writing,
  laid: Laid,
): Promise<"recorded" | Gap> {
  const { fitted, ledger, tookMs } = laid;
  const { response, rendering, decisions } = fitted;
  const measured = measureParts(response, writing);
  const machinery = machineryOf(measured, work.expansion === "none" ? 0 : 1);
  const { admittedTokens } = response.occupancy;
  try {
    const { pool, facts } = work.gathered;
    await parts.ledger.append(
      toRecord({
        id: ledger,
        at: new Date(work.settings.nowMs).toISOString(),
        pool,
        response,
        rendering,
        form: writing.form,
        decisions,
        parts: measured,
        machinery,
        change: contextChange(await previousRendering(parts, work), rendering),
        net: netTokens(preloadTokens(pool), admittedTokens, machinery),
        generation: facts.standing.projection.generation,
        tookMs: { gather: work.gatherMs, ...tookMs },
        previous: work.resident.bundle,
        expansion: work.expansion,
      }),
    );
    return "recorded";
  } catch (error) {
    return toGap(error);
  }
}

/** What the reader had before: the bundle this one goes on from, else the newest one. */
async function previousRendering(
  parts: CallParts,
  { resident }: BundleWork,
): Promise<string | "none"> {
  const id = resident.bundle === "none" ? await parts.ledger.newest() : resident.bundle;
  if (id === "none") return "none";
  const entry = await parts.ledger.read(id);
  if (entry === "unknown" || entry.record.rendering === "forgotten") return "none";
  return entry.record.rendering;
}

function toGap(error: unknown): Gap {
  if (!(error instanceof EngineError)) throw error;
  return { code: "source_failed", subject: "ledger", detail: reasonOf(error) };
}
