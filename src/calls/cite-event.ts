import { findLineStarts, trimTerminator } from "../analysis/line-table.ts";
import type { Gap } from "../model/gap.ts";
import { createExcerpt, type Excerpt, narrowExcerpt } from "../pipeline/cite/excerpt.ts";
import { locateExcerpt } from "../pipeline/cite/locate-excerpt.ts";
import type { EntryScope } from "../ports/entry-store.ts";
import type { OpenedContent } from "./ask-content.ts";
import type { CitableTexts } from "./citable-texts.ts";
import { type CitedPassage, createCurrentTexts } from "./cite-candidate.ts";
import { isStoreName } from "./entry-artifact.ts";
import type { CallParts } from "./session.ts";
import type { TimelineItem } from "./timeline-item.ts";

/** Bytes of a text that an event shows, at most: what happened, not all that was said. */
export const EXCERPT_BYTES = 480;
/** Bytes of a long text that are looked at for its excerpt, and characters that words are looked for in. */
const MAX_LOOKED_AT = 65_536;

/** An event whose citation holds. */
export interface CitedEvent {
  readonly item: TimelineItem;
  readonly cited: Omit<CitedPassage, "headingPath">;
  /** True where the text goes on behind, or begins before, what is shown. */
  readonly isPart: boolean;
}

/** What events are read back from. */
export interface EventTexts {
  readonly content: OpenedContent;
  readonly scope: EntryScope;
  /** Words of the question, to begin an excerpt where they stand; none shows the beginning. */
  readonly words: readonly string[];
}

/** Reads the text of each event again and cites what is shown of it; one that cannot be read back is a gap (CIT-04). */
export async function citeEvents(
  parts: CallParts,
  items: readonly TimelineItem[],
  from: EventTexts,
): Promise<{ readonly events: readonly CitedEvent[]; readonly gaps: readonly Gap[] }> {
  const textsOf = createTextReaders(parts, from);
  const current = createCurrentTexts(parts);
  const events: CitedEvent[] = [];
  const gaps: Gap[] = [];
  for (const item of items) {
    const { artifact } = item;
    const texts = await textsOf(artifact.source);
    const bytes = texts === "none" ? "missing" : await texts.readText(artifact.version);
    if (typeof bytes === "string") {
      const detail = `stored text ${bytes}`;
      gaps.push({ code: "recovery_failed", subject: artifact.ref, detail });
      continue;
    }
    const { excerpt, isPart } = cutExcerpt(parts, { bytes, item, words: from.words });
    const place = locateExcerpt(excerpt, artifact.version, await current.read(artifact));
    events.push({ item, cited: { artifact, excerpt, place }, isPart });
  }
  return { events, gaps };
}

function createTextReaders(
  parts: CallParts,
  { content, scope }: EventTexts,
): (source: string) => Promise<Pick<CitableTexts, "readText"> | "none"> {
  const readers = new Map<string, Pick<CitableTexts, "readText">>();
  return async (source) => {
    if (!isStoreName(source)) return content.session === "none" ? "none" : content.session.store;
    const { createEntryTexts } = await import("./entry-texts.ts");
    const known = readers.get(source) ?? createEntryTexts(parts, source, { scope });
    readers.set(source, known);
    return known;
  };
}

function cutExcerpt(
  parts: Pick<CallParts, "kit">,
  shown: {
    readonly bytes: Uint8Array;
    readonly item: TimelineItem;
    readonly words: readonly string[];
  },
): { readonly excerpt: Excerpt; readonly isPart: boolean } {
  const { encoding } = shown.item.artifact;
  const end = trimTerminator(shown.bytes, encoding, shown.bytes.length);
  const bytes = shown.bytes.subarray(0, end);
  const whole = { bytes, encoding, startByte: 0, startLine: 1, wholeLines: true };
  if (bytes.length <= EXCERPT_BYTES) return { excerpt: createExcerpt(whole), isPart: false };
  const head = createExcerpt({ ...whole, bytes: bytes.subarray(0, MAX_LOOKED_AT) });
  const line = firstLineWith(parts, head, shown.words);
  const startByte = findLineStarts(head.bytes, encoding)[line] ?? 0;
  const rest = createExcerpt({
    ...whole,
    bytes: bytes.subarray(startByte, startByte + MAX_LOOKED_AT),
    startByte,
    startLine: 1 + line,
  });
  const cut = narrowExcerpt(rest, (candidate) => candidate.bytes.length <= EXCERPT_BYTES);
  return { excerpt: cut === "nothing" ? createExcerpt(whole) : cut, isPart: true };
}

/** The first line, counted from 0, that holds a word of the question in some form; 0 where none does. */
function firstLineWith(
  { kit }: Pick<CallParts, "kit">,
  { text }: Excerpt,
  words: readonly string[],
): number {
  const [first] = words.length === 0 ? [] : kit.locate(text, words);
  return first === undefined ? 0 : (text.slice(0, first.start).match(LINE_END)?.length ?? 0);
}

const LINE_END = /\r\n|\n|\r/g;

/** Shows less of an event's text: its citation then names exactly the lines shown (BUD-11). */
export function narrowEvent(
  event: CitedEvent,
  fits: (candidate: CitedEvent) => boolean,
): CitedEvent | "nothing" {
  const withExcerpt = (excerpt: Excerpt): CitedEvent => ({
    ...event,
    cited: { ...event.cited, excerpt },
    isPart: true,
  });
  const narrowed = narrowExcerpt(event.cited.excerpt, (excerpt) => fits(withExcerpt(excerpt)));
  return narrowed === "nothing" ? "nothing" : withExcerpt(narrowed);
}
