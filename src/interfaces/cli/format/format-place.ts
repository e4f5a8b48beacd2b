import type { Citation } from "../../../model/citation.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";

/** Returns `path:12` or `path:12-18`: terminals make it clickable, and `open` and `verify` take it. */
export function formatPlace(citation: Citation, view: View): string {
  const { path, startLine, endLine } = citation;
  const lines = endLine > startLine ? `${startLine}-${endLine}` : `${startLine}`;
  return visibleText(`${view.showPath(path)}:${lines}`);
}

/** Returns how a citation stands against the text that is there now, as a phrase; `""` when it is current. */
export function formatState(citation: Citation): string {
  switch (citation.state) {
    case "current":
      return "";
    case "relocated": {
      const now = citation.relocatedTo;
      return now === undefined ? "moved" : `moved; now at lines ${now.startLine}-${now.endLine}`;
    }
    case "changed":
      return "changed since it was indexed";
    case "gone":
      return "gone: the file no longer holds it";
    case "unchecked":
      return "not compared with the file";
  }
}
