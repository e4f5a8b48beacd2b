import type { Citation } from "../../../model/citation.ts";
import { placeOf } from "../../../model/citation-text.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";

/**
 * Returns `path:12-18 @version`: terminals make the place clickable, and `open` and `verify` take the whole, so that what
 * a reader copies is pinned to the text that was read.
 */
export function formatPlace(citation: Citation, view: View): string {
  const place = visibleText(placeOf({ ...citation, path: view.showPath(citation.path) }));
  return view.paint.path(place) + view.paint.faint(visibleText(` @${citation.version}`));
}

/** Returns how a citation stands against the text that is there now, as a phrase; `""` when it is current. */
export function formatState(citation: Citation): string {
  switch (citation.state) {
    case "current":
      return "";
    case "relocated": {
      const now = citation.relocatedTo;
      if (now === undefined) return "moved";
      return now.startLine === now.endLine
        ? `moved; now at line ${now.startLine}`
        : `moved; now at lines ${now.startLine}-${now.endLine}`;
    }
    case "changed":
      return "changed since it was indexed";
    case "gone":
      return "gone: the file no longer holds it";
    case "unchecked":
      return "not compared with the file";
  }
}
