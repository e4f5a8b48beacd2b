import type { CapturedStream, CaptureResponse } from "../../../model/capture-response.ts";
import type { View } from "../view.ts";
import { formatExcerpt } from "./excerpt-lines.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatRedactions } from "./format-note.ts";
import { formatPlace } from "./format-place.ts";
import { formatHit } from "./format-search.ts";
import { formatCount, formatNumber } from "./quantity.ts";

/** Returns where output is kept, how it begins and ends, and the passages that answer the question. */
export function formatCapture(response: CaptureResponse, view: View): string {
  const { streams, redactions, hits } = response;
  return [
    ...formatSilentSources(response.completeness, view),
    ...say(describeEnd(response), view).map(view.paint.strong),
    ...formatRedactions(redactions, view),
    "",
    ...streams.flatMap((stream) => [...formatStream(stream, view), ""]),
    ...hits.flatMap((hit) => [...formatHit(hit, view), ""]),
    ...formatTail(response, view),
  ].join("\n");
}

function describeEnd({
  command,
  end,
  label,
  startedAt,
  endedAt,
  streams,
}: CaptureResponse): string {
  const kept =
    streams.length === 0 ? "It wrote nothing, and nothing is kept of it." : `Kept as "${label}".`;
  const seconds = ((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000).toFixed(1);
  switch (end.status) {
    case "none":
      return kept;
    case "exited":
      return `${command.join(" ")} exited with ${end.code} after ${seconds} s. ${kept}`;
    case "killed":
      return `${command.join(" ")} was ended by ${end.signal} after ${seconds} s. ${kept}`;
    case "too_much_output":
      return `${command.join(" ")} was ended after ${seconds} s: it wrote more than a gigabyte. ${kept}`;
    case "timed_out":
      return `${command.join(" ")} was ended when its time of ${seconds} s was over. ${kept}`;
  }
}

function formatStream(stream: CapturedStream, view: View): string[] {
  const { anchor, citation, ending, lines, bytes } = stream;
  const hidden =
    lines - citation.endLine - (ending === "" ? 0 : ending.trimEnd().split("\n").length);
  const shown = formatExcerpt({ text: anchor, startLine: 1, words: [] }, view);
  const size = `${stream.stream}, ${formatCount(lines, "line")}, ${formatNumber(bytes)} bytes`;
  return [
    formatPlace(citation, view),
    ...say(size, view).map(view.paint.faint),
    ...shown,
    ...(hidden > 0 ? [`  ⋮ ${formatCount(hidden, "line")}`] : []),
    ...(ending === ""
      ? []
      : formatExcerpt(
          { text: ending, startLine: lines - ending.trimEnd().split("\n").length + 1, words: [] },
          view,
        )),
  ];
}
