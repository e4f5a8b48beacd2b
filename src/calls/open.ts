import { findLineStarts, rangeOfLines } from "../analysis/line-table.ts";
import { lineOutOfRange, optionInvalid, storeCorrupt } from "../errors.ts";
import type { Artifact } from "../model/artifact.ts";
import type { OpenOptions } from "../model/engine.ts";
import type { OpenResponse } from "../model/open-response.ts";
import type { Passage } from "../model/passage.ts";
import { createExcerpt, type Excerpt, narrowExcerpt } from "../pipeline/cite/excerpt.ts";
import { locateExcerpt } from "../pipeline/cite/locate-excerpt.ts";
import { ageInDays } from "../pipeline/respond/assess-sources.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { narrowToSection } from "../pipeline/respond/observed-of.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { CALL_OPTIONS, type OptionNames, settleCall } from "./call-settings.ts";
import type { CitableTexts } from "./citable-texts.ts";
import { createCurrentTexts, toCitation } from "./cite-candidate.ts";
import { composeSignals, recountDates, unknownDateGap } from "./compose-signals.ts";
import { describeEntry, standingOf } from "./describe-entry.ts";
import { isStoreName } from "./entry-artifact.ts";
import { listObservations } from "./list-observations.ts";
import { reconcileStanding } from "./reconcile-standing.ts";
import { resolveReference } from "./resolve-reference.ts";
import type { CallParts } from "./session.ts";

const OPTIONS: OptionNames<OpenOptions> = { ...CALL_OPTIONS, startLine: true, endLine: true };

/** Shows exact lines of an artifact version, whole where the cap allows and cut to whole lines where not (CIT-03). */
export async function open(
  parts: CallParts,
  text: string,
  options: OpenOptions,
): Promise<OpenResponse> {
  const settings = settleCall(parts, options, OPTIONS);
  const session = await parts.openSession(settings.refresh);
  const standing = await session.keeper.stand(settings.refresh);
  const { reference, artifact, texts } = await resolveReference(parts, session, {
    text,
    gaps: standing.gaps,
  });
  const lines = chooseLines(options, reference.lines);
  const { excerpt, totalLines } = await readLines(parts, texts, { artifact, lines, asked: text });
  const describe = await readSections(texts, artifact);
  const now = await createCurrentTexts(parts).read(artifact);
  const ofEntry = await describeEntry(parts, artifact);
  const placed = { artifact, place: locateExcerpt(excerpt, artifact.version, now) };
  // An older version that was asked for by name says nothing about the projection, and neither does an entry.
  const isServed = reference.version === "current" && ofEntry === "none";
  const served = isServed ? reconcileStanding(standing, [placed]) : standing;
  const { observations, gaps: ledgerGaps } = await listObservations(parts, [artifact.ref]);
  const shared = { settings, standing: served, observations, asked: [artifact.source] };
  const facts = { ...shared, ...standingOf(ofEntry) };
  const edited = await editedOf(parts, artifact);
  return fitResponse<OpenResponse, Excerpt>({
    capBytes: settings.capBytes,
    items: [excerpt],
    gaps: [
      ...session.gaps,
      ...ledgerGaps,
      ...unknownDateGap([describe(excerpt).section], settings.nowMs),
      ...summarizeGaps(standing.gaps),
    ],
    narrow: narrowExcerpt,
    build: ([shown = emptyOf(excerpt)], gaps, budget) => {
      const { headingPath, section } = describe(shown);
      const place = locateExcerpt(shown, artifact.version, now);
      return {
        schema: "exhibit.open/1",
        artifact: artifact.ref,
        title: artifact.title,
        headingPath,
        text: shown.text,
        citation: toCitation(parts, { artifact, excerpt: shown, place }),
        totalLines,
        observed: { at: section.observed.at, basis: section.observed.basis },
        ageDays: ageInDays(section.observed, settings.nowMs),
        edited,
        origin: artifact.origin,
        ...(ofEntry === "none" ? {} : { entry: ofEntry.entry }),
        gaps: recountDates(gaps, [section], settings.nowMs),
        ...composeSignals(parts, facts, [section]),
        budget: { ...budget, dropped: excerpt.endLine - shown.endLine },
      };
    },
  });
}

/** When it was edited by what it says itself, else by its last commit; an entry is never edited. */
async function editedOf(parts: CallParts, artifact: Artifact): Promise<OpenResponse["edited"]> {
  const { at, basis } = artifact.edited;
  if (at !== "unknown" || isStoreName(artifact.source)) return { at, basis };
  const committedAt = await parts.committedAt(artifact.path);
  return committedAt === "unknown" ? { at, basis } : { at: committedAt, basis: "committed" };
}

/** Lines of an artifact as a part of it: the headings above the first, and the artifact with the date of their section. */
type DescribeLines = (lines: { readonly startLine: number; readonly endLine: number }) => {
  readonly headingPath: readonly string[];
  readonly section: Artifact;
};

async function readSections(texts: CitableTexts, artifact: Artifact): Promise<DescribeLines> {
  const passages = await texts.passages(artifact.version, artifact.kind);
  return (lines) => {
    if (typeof passages === "string") return { headingPath: [], section: artifact };
    const headingPath = headingsAbove(passages, lines.startLine);
    return { headingPath, section: narrowToSection(artifact, sharedHeadings(passages, lines)) };
  };
}

/** The headings above a line; front matter stands under none. */
function headingsAbove(passages: readonly Passage[], line: number): readonly string[] {
  return passages.find(({ endLine }) => line <= endLine)?.headingPath ?? [];
}

/** The headings above every one of these lines, which alone can lend them a date; front matter stands under none and counts for nothing. */
function sharedHeadings(
  passages: readonly Passage[],
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): readonly string[] {
  const paths = passages
    .filter((passage) => passage.startLine <= endLine && startLine <= passage.endLine)
    .filter(({ kind }) => kind !== "metadata")
    .map(({ headingPath }) => headingPath);
  const [first = [], ...others] = paths;
  const shared = first.findIndex((heading, depth) =>
    others.some((path) => path[depth] !== heading),
  );
  return shared < 0 ? first : first.slice(0, shared);
}

function chooseLines(
  options: OpenOptions,
  ofReference: { readonly startLine: number; readonly endLine: number } | "all",
): { readonly startLine: number; readonly endLine: number } | "all" {
  const { startLine, endLine } = options;
  if (startLine === undefined && endLine === undefined) return ofReference;
  const first = startLine ?? 1;
  const last = endLine ?? first;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 1 || last < first) {
    throw optionInvalid(
      "lines",
      `must be whole numbers, 1 or more, in order; got ${first}-${last}`,
    );
  }
  return { startLine: first, endLine: last };
}

/** Reads lines of a stored version; refuses a range the text does not have and says how many lines it has. */
export async function readLines(
  parts: Pick<CallParts, "dataFolder">,
  texts: CitableTexts,
  wanted: {
    readonly artifact: Artifact;
    readonly lines: { readonly startLine: number; readonly endLine: number } | "all";
    readonly asked: string;
  },
): Promise<{ readonly excerpt: Excerpt; readonly totalLines: number }> {
  const { artifact, lines } = wanted;
  const bytes = await texts.readText(artifact.version);
  if (typeof bytes === "string")
    throw storeCorrupt(parts.dataFolder, `the text of ${artifact.path} is ${bytes}`);
  const { encoding } = artifact;
  const starts = findLineStarts(bytes, encoding);
  const totalLines = starts.length;
  const { startLine, endLine } =
    lines === "all" ? { startLine: 1, endLine: Math.max(1, totalLines) } : lines;
  if (lines !== "all" && endLine > totalLines) {
    throw lineOutOfRange(
      artifact.path,
      startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`,
      totalLines,
    );
  }
  const range = rangeOfLines({ bytes, encoding, starts }, startLine, endLine);
  const excerpt = createExcerpt({
    bytes: bytes.subarray(range.startByte, range.endByte),
    encoding,
    startByte: range.startByte,
    startLine,
    wholeLines: true,
  });
  // Trailing empty lines carry no bytes of their own, so the line count comes from what was asked.
  return { excerpt: { ...excerpt, endLine }, totalLines };
}

function emptyOf(excerpt: Excerpt): Excerpt {
  return createExcerpt({ ...excerpt, bytes: new Uint8Array(0), wholeLines: false });
}
