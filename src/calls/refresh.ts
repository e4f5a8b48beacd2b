import type { RefreshOptions } from "../model/engine.ts";
import type { Gap } from "../model/gap.ts";
import type { RefreshResponse } from "../model/refresh-response.ts";
import type { Standing } from "../pipeline/refresh/keep-projection.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { assertOptions, CALL_OPTIONS, type OptionNames, settleCall } from "./call-settings.ts";
import { composeSignals } from "./compose-signals.ts";
import { indexStores } from "./index-stores.ts";
import type { CallParts } from "./session.ts";

const OPTIONS: OptionNames<RefreshOptions> = { capBytes: true, rebuild: true };

/** Makes the projection match its inputs now and says what that took. It makes no source date younger (FRE-08). */
export async function refresh(parts: CallParts, options: RefreshOptions): Promise<RefreshResponse> {
  assertOptions(options, OPTIONS);
  const { capBytes } = options;
  const settings = settleCall(parts, capBytes === undefined ? {} : { capBytes }, CALL_OPTIONS);
  const session = await parts.openSession("auto");
  const report = await session.keeper.refresh({ rebuild: options.rebuild === true });
  const standing = await session.keeper.stand("off");
  const indexed = await indexStores(parts, options.rebuild === true);
  const { status, reason, ...counts } = report;
  const served: Standing = {
    ...standing,
    projection: { ...standing.projection, refresh: { status, reason } },
  };
  const failed: readonly Gap[] =
    status === "failed" ? [{ code: "refresh_failed", detail: reason }] : [];
  const current = await session.store.current();
  const artifacts = await session.store.artifacts();
  const facts = { settings, standing: served, observations: [] };
  return fitResponse<RefreshResponse, never>({
    capBytes: settings.capBytes,
    items: [],
    gaps: [...session.gaps, ...failed, ...indexed.gaps, ...standing.gaps],
    build: (_none, gaps, budget) => ({
      schema: "exhibit.refresh/1",
      ...counts,
      artifactCount: current === "none" ? 0 : current.artifactCount,
      passageCount: current === "none" ? 0 : current.passageCount,
      sourceBytes: current === "none" ? 0 : current.sourceBytes,
      indexedEntries: indexed.entries,
      elapsedMs: parts.clock.now() - settings.nowMs,
      gaps,
      ...composeSignals(parts, facts, artifacts),
      budget,
    }),
  });
}
