import { findLineStarts, trimTerminator } from "../analysis/line-table.ts";
import type { CitationState } from "../model/citation.ts";
import type { Entry } from "../model/entry.ts";
import type { Gap } from "../model/gap.ts";
import { createExcerpt, type Excerpt, narrowExcerpt } from "../pipeline/cite/excerpt.ts";
import { locateExcerpt } from "../pipeline/cite/locate-excerpt.ts";
import type { OpenedContent } from "./ask-content.ts";
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
  /** Words of the question, to begin an excerpt where they stand; none shows the beginning. */
  readonly words: readonly string[];
}

/** Reads the text of each event again and cites what is shown of it; one that cannot be read back is a gap (CIT-04). */
export async function citeEvents(
  parts: CallParts,
  items: readonly TimelineItem[],
  from: EventTexts,
): Promise<{ readonly events: readonly CitedEvent[]; readonly gaps: readonly Gap[] }> {
  const current = createCurrentTexts(parts);
  const events: CitedEvent[] = [];
  const gaps: Gap[] = [];
  for (let at = 0; at < items.length; at += READ_TOGETHER) {
    const group = items.slice(at, at + READ_TOGETHER);
    const texts = await readTexts(parts, group, from.content);
    for (const item of group) {
      const { artifact, entry } = item;
      const bytes = texts.get(`${artifact.source} ${artifact.version}`) ?? "missing";
      if (typeof bytes === "string") {
        const detail = `stored text ${bytes}`;
        gaps.push({ code: "recovery_failed", subject: artifact.ref, detail });
        continue;
      }
      const { excerpt, isPart } = cutExcerpt(parts, { bytes, item, words: from.words });
      const now =
        entry === "none"
          ? await current.read(artifact)
          : ({ status: "judged", state: await judgeOf(parts, entry) } as const);
      const place = locateExcerpt(excerpt, artifact.version, now);
      events.push({ item, cited: { artifact, excerpt, place }, isPart });
    }
  }
  return { events, gaps };
}

async function judgeOf(parts: CallParts, entry: Entry): Promise<CitationState> {
  const { judgeKept } = await import("./judge-entry.ts");
  return judgeKept(parts, entry);
}

/** Texts that are read at once: one question to a store in place of one for each, and few enough to be held. */
const READ_TOGETHER = 50;

type TextOutcome = Uint8Array | "missing" | "damaged";

/** Reads the texts of some events, by source and version. */
async function readTexts(
  parts: CallParts,
  items: readonly TimelineItem[],
  { session }: OpenedContent,
): Promise<ReadonlyMap<string, TextOutcome>> {
  const versions = new Map<string, Set<string>>();
  for (const { artifact } of items) {
    const known = versions.get(artifact.source) ?? new Set();
    versions.set(artifact.source, known.add(artifact.version));
  }
  const texts = new Map<string, TextOutcome>();
  for (const [source, wanted] of versions) {
    if (isStoreName(source)) {
      const { openEntries } = await import("./entry-texts.ts");
      const read = await (await openEntries(parts, source)).readTexts([...wanted]);
      for (const [place, version] of [...wanted].entries()) {
        texts.set(`${source} ${version}`, read[place] ?? "missing");
      }
    } else if (session !== "none") {
      for (const version of wanted) {
        texts.set(`${source} ${version}`, await session.store.readText(version));
      }
    }
  }
  return texts;
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
  const { line, startByte } = firstShown(parts, whole, shown.words);
  const rest = createExcerpt({
    ...whole,
    // An excerpt hashes what it is cut from: four times what is shown leaves it every choice of where to end.
    bytes: bytes.subarray(startByte, startByte + 4 * EXCERPT_BYTES),
    startByte,
    startLine: 1 + line,
  });
  const cut = narrowExcerpt(rest, (candidate) => candidate.bytes.length <= EXCERPT_BYTES);
  return { excerpt: cut === "nothing" ? createExcerpt(whole) : cut, isPart: true };
}

/** The first line, counted from 0, that holds a word of the question in some form; 0 where none does. */
function firstShown(
  { kit }: Pick<CallParts, "kit">,
  whole: Parameters<typeof createExcerpt>[0],
  words: readonly string[],
): { readonly line: number; readonly startByte: number } {
  if (words.length === 0) return { line: 0, startByte: 0 };
  const head = createExcerpt({ ...whole, bytes: whole.bytes.subarray(0, MAX_LOOKED_AT) });
  const [first] = kit.locate(head.text, words);
  const line =
    first === undefined ? 0 : (head.text.slice(0, first.start).match(LINE_END)?.length ?? 0);
  return { line, startByte: findLineStarts(head.bytes, whole.encoding)[line] ?? 0 };
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
