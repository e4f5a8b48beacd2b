import type { Gap } from "../../model/gap.ts";
import type { RecordProjection, RenderedPage, RenderOutcome } from "../../ports/renderer.ts";
import { digestRecords, type RecordCheck } from "./check-inputs.ts";

/** A render of records that held still, or why there is none. */
export type RecordRefresh =
  | { readonly status: "unchanged" }
  | {
      readonly status: "rendered";
      readonly pages: readonly RenderedPage[];
      readonly gaps: readonly Gap[];
      readonly digest: string;
    }
  | { readonly status: "failed"; readonly reason: string };

/** Records that change under the renderer are rendered once more; if they change again the last good pages stay. */
const MAX_RENDERS = 2;

/**
 * Renders changed records into a consistent set of pages. Pages whose inputs moved while they were rendered are never
 * published (REF-12), and a renderer that fails leaves the last good pages (REF-09, REF-11).
 */
export async function renderRecords(
  records: RecordProjection | "none",
  check: RecordCheck,
): Promise<RecordRefresh> {
  if (!check.changed) return { status: "unchanged" };
  if (records === "none" || check.inputs.length === 0) {
    return { status: "rendered", pages: [], gaps: [], digest: "none" };
  }
  let before = check.digest;
  for (let attempt = 1; attempt <= MAX_RENDERS; attempt++) {
    const outcome: RenderOutcome = await records.renderer.render();
    if (outcome.status === "failed") {
      return { status: "failed", reason: `${outcome.reason}: ${outcome.detail}` };
    }
    const after = digestRecords(records.renderer.id, await records.inputs());
    if (after === before) {
      return { status: "rendered", pages: outcome.pages, gaps: outcome.gaps, digest: after };
    }
    before = after;
  }
  return {
    status: "failed",
    reason: "inputs_changed: records kept changing while they were rendered",
  };
}
