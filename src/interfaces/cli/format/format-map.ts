import type { MapModule, MapResponse, MapSection } from "../../../model/map-response.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import { formatExcerpt } from "./excerpt-lines.ts";
import { formatAge } from "./format-age.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatBytes, formatNumber } from "./quantity.ts";

/** Returns the modules, each with its sections by line, without a search. */
export function formatMap(response: MapResponse, view: View): string {
  const shown = response.modules.length;
  const summary =
    response.moduleCount === 0
      ? "Nothing is indexed here."
      : `${formatNumber(shown)} of ${formatNumber(response.moduleCount)} modules shown.`;
  return [
    ...formatSilentSources(response.completeness, view),
    ...response.modules.flatMap((module) => formatModule(module, view)),
    ...say(summary, view),
    "",
    ...formatTail(response, view),
  ].join("\n");
}

function formatModule(module: MapModule, view: View): string[] {
  const { paint } = view;
  const known = [module.title, module.kind, formatBytes(module.byteLength), formatAge(module)];
  const text =
    module.text === undefined
      ? []
      : formatExcerpt(
          { text: module.text, startLine: 1, words: [] },
          { ...view, wholeExcerpts: true },
        );
  const rows = [
    paint.path(visibleText(view.showArtifact(module.artifact))),
    ...say(`  ${known.join(" · ")}`, view, "  ").map(paint.faint),
    ...(module.sections ?? []).flatMap((section) => formatSection(section, view)),
    ...text,
  ];
  return rows.length > 2 ? [...rows, ""] : rows;
}

function formatSection(section: MapSection, view: View): string[] {
  const lines = `${section.startLine}-${section.endLine}`.padEnd(9);
  const heading = section.headingPath.join(" › ");
  return say(
    `  ${lines} ${heading === "" ? "(above the first heading)" : heading}`,
    view,
    " ".repeat(12),
  );
}
