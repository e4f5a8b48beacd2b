import type { MapModule, MapResponse, MapSection } from "../../../model/map-response.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import { formatExcerpt } from "./excerpt-lines.ts";
import { formatAge } from "./format-age.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatBytes, formatCount, formatNumber } from "./quantity.ts";

/** Returns the modules, each with its sections by line, without a search. */
export function formatMap(response: MapResponse, view: View): string {
  return [
    ...formatSilentSources(response.completeness, view),
    ...response.modules.flatMap((module) => formatModule(module, view)),
    ...say(formatSummary(response, view), view),
    "",
    ...formatTail(response, view),
  ].join("\n");
}

/** How many are shown, and how to see the others. */
function formatSummary(response: MapResponse, view: View): string {
  const { moduleCount, modules, remaining, budget } = response;
  if (moduleCount === 0) {
    return response.gaps.some(({ code }) => code === "index_empty")
      ? "Nothing is indexed here."
      : "No module matches.";
  }
  const shown = `${formatNumber(modules.length)} of ${formatCount(moduleCount, "module")} shown.`;
  const last = modules.at(-1);
  if (remaining === 0) return shown;
  if (last === undefined)
    return `${shown} Not even the first fits in ${formatNumber(budget.capBytes)} bytes; use a larger --cap.`;
  return `${shown} ${formatCount(remaining, "more follows", "more follow")}: add --after '${view.showArtifact(last.artifact)}', or a larger --cap, or --path to choose.`;
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
  if (module.truncated === "cap") known.push("cut to whole lines or sections to fit the cap");
  const rows = [
    paint.path(visibleText(view.showArtifact(module.artifact))) +
      paint.faint(visibleText(` @${module.version}`)),
    ...say(`  ${known.join(" · ")}`, view, "  ").map(paint.faint),
    ...(module.sections ?? []).flatMap((section) => formatSection(section, module, view)),
    ...text,
  ];
  return rows.length > 2 ? [...rows, ""] : rows;
}

function formatSection(section: MapSection, module: MapModule, view: View): string[] {
  const lines = `${section.startLine}-${section.endLine}`.padEnd(9);
  const heading = section.headingPath.join(" › ");
  return say(
    `  ${lines} ${heading === "" ? describeBare(section, module) : heading}`,
    view,
    " ".repeat(12),
  );
}

/** What stands under no heading: code above or between its definitions, or the opening of a page. */
function describeBare(section: MapSection, { kind, sections = [] }: MapModule): string {
  const isFirst = sections[0] === section;
  if (kind === "code") return isFirst ? "(top of file)" : "(outside any definition)";
  const hasHeadings = sections.some(({ headingPath }) => headingPath.length > 0);
  return hasHeadings && isFirst ? "(above the first heading)" : "(under no heading)";
}
