import { findLineStarts } from "../analysis/line-table.ts";
import type { CapturedStream } from "../model/capture-response.ts";
import { totalBytes } from "../pipeline/capture/to-capture.ts";
import { createExcerpt, type Excerpt, narrowExcerpt } from "../pipeline/cite/excerpt.ts";
import type { KeptOutput } from "../ports/command-runner.ts";
import { toCitation } from "./cite-candidate.ts";
import type { CitedEntry } from "./cite-entry.ts";
import type { CallParts } from "./session.ts";

/** Which stream to show, and how much of each of its ends. */
export interface StreamToShow {
  readonly stream: CapturedStream["stream"];
  readonly output: KeptOutput;
  readonly maxEndBytes: number;
}

/** Returns what is told of a captured stream: how it begins and ends, exactly as cited, and how much lies between. */
export function showStream(
  parts: CallParts,
  cited: CitedEntry,
  { stream, output, maxEndBytes }: StreamToShow,
): CapturedStream {
  const { excerpt } = cited;
  const starts = findLineStarts(excerpt.bytes, "utf-8");
  const fits = (candidate: Excerpt): boolean => candidate.bytes.length <= maxEndBytes;
  const narrowed = fits(excerpt) ? excerpt : narrowExcerpt(excerpt, fits);
  const anchor = narrowed === "nothing" ? excerpt : narrowed;
  return {
    stream,
    artifact: cited.entry.ref,
    bytes: totalBytes(output),
    cutBytes: output.cutBytes,
    lines: starts.length,
    anchor: anchor.text,
    citation: toCitation(parts, { ...cited, excerpt: anchor }),
    ending:
      anchor === excerpt
        ? ""
        : endingOf(excerpt, starts, { shownBytes: anchor.bytes.length, maxEndBytes }),
  };
}

/** The last whole lines that fit and that the anchor does not show. */
function endingOf(
  excerpt: Excerpt,
  starts: Uint32Array,
  { shownBytes, maxEndBytes }: { readonly shownBytes: number; readonly maxEndBytes: number },
): string {
  const from = starts.find(
    (start) => start >= shownBytes && excerpt.bytes.length - start <= maxEndBytes,
  );
  return from === undefined
    ? ""
    : createExcerpt({ ...excerpt, bytes: excerpt.bytes.subarray(from) }).text;
}
