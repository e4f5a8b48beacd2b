import { createPaint } from "../../src/interfaces/cli/paint.ts";
import type { View } from "../../src/interfaces/cli/view.ts";

/** A reader on a pipe: no colors, no wrapping, whole excerpts, words found where they stand literally. */
export function aView(changes: Partial<View> = {}): View {
  return {
    paint: createPaint(false),
    columns: "unlimited",
    showPath: (path) => path,
    showArtifact: (artifact) => artifact,
    locate: locateLiterally,
    wholeExcerpts: true,
    ...changes,
  };
}

function locateLiterally(
  text: string,
  words: readonly string[],
): readonly { readonly start: number; readonly end: number }[] {
  return words
    .flatMap((word) =>
      Array.from(text.matchAll(new RegExp(word, "gi")), (match) => ({
        start: match.index,
        end: match.index + match[0].length,
      })),
    )
    .sort((left, right) => left.start - right.start);
}
