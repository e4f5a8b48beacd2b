import type { Candidate } from "../../model/candidate.ts";
import type { Citation } from "../../model/citation.ts";
import type { Offer } from "../../model/representation.ts";
import type { TokenCounter } from "../../ports/token-counter.ts";
import type { AuthorWords } from "./author-words.ts";
import { chooseSpan, MAX_SPAN_TOKENS, type TermWeights } from "./choose-span.ts";
import { describeSection, placeOf, shorten } from "./describe-section.ts";
import { extractTyped, renderFields } from "./extract/extract-typed.ts";
import { boundNames, type Section, sectionsOutside } from "./locate-section.ts";
import { type Cut, type CutBytes, type VersionText, wholeOf } from "./version-text.ts";

/** Everything that a candidate's offers are made from. */
export interface OfferSource {
  readonly version: VersionText;
  /** What the generator surfaced: a passage, or the lines somebody asked for. */
  readonly part: Cut;
  readonly section: Section;
  /** The section without its outer blank lines. */
  readonly sectionCut: Cut;
  /** Somebody asked for exactly these lines: they are offered as they are. */
  readonly isAskedFor: boolean;
  readonly author: AuthorWords;
  readonly minFidelity: Candidate["minFidelity"];
  readonly observed: Candidate["observed"];
  /** As a reader of the workspace would write it. */
  readonly path: string;
  readonly weights: TermWeights;
  readonly counter: TokenCounter;
  /** The citation of exactly these bytes. */
  readonly cite: (cut: CutBytes) => Citation;
}

/** A section of more bytes than this is loaded and counted when it is admitted. */
const MAX_SECTION_BYTES = 16_384;
/** Bytes of a token, for estimates of what is not loaded. */
const BYTES_A_TOKEN = 4;

/** Returns the forms in which a candidate can enter a bundle, the least first. */
export function makeOffers(source: OfferSource): readonly Offer[] {
  const { sectionCut: section } = source;
  const outside = sectionsOutside(source.version.passages, section);
  const whole = sectionOffer(source, section, outside);
  const isLong = whole.tokens > MAX_SPAN_TOKENS;
  const mayDescribe = source.minFidelity === "any";
  return [
    ...nameOffers(source),
    ...(mayDescribe ? [anchorOffer(source, section, outside)] : []),
    ...spanOffers(source, isLong),
    ...(mayDescribe ? extractedOffers(source, section, whole) : []),
    whole,
    ...(mayDescribe ? summaryOffers(source) : []),
    fullOffer(source),
  ];
}

/** A handle, and a line that says what is behind it (DIS-03). Both stand for the artifact and show nothing of its text. */
function nameOffers(source: OfferSource): readonly Offer[] {
  const { counter, version } = source;
  const { artifact, passages } = version;
  const notShown = boundNames(sectionsOutside(passages, "none"));
  const citation = source.cite(source.part);
  const name = (granularity: "identifier" | "identity", text: string): Offer => ({
    granularity,
    fidelity: "described",
    ...measure(text, counter),
    wordedBy: "program",
    lines: "none",
    citation,
    coverage: 0,
    notShown,
  });
  return [name("identifier", artifact.ref), name("identity", identityText(source))];
}

/** Where it stands, its path with lines, and when its facts were seen: some twenty tokens for most. */
function identityText({ observed, part, path, section, version }: OfferSource): string {
  const date = observed.at === "unknown" ? "undated" : observed.at.slice(0, 10);
  const place = `${shorten(path, MAX_PATH_CHARS)}:${part.startLine}-${part.endLine}`;
  const { title } = version.artifact;
  const heading = section.headingPath.slice(-1);
  const name = isFileName(title, path)
    ? shorten(heading.join(), MAX_PATH_CHARS)
    : placeOf(title, heading);
  return name === "" ? `${place} (${date})` : `${name} (${place}, ${date})`;
}

const MAX_PATH_CHARS = 120;

/** A title that only says the file's name again tells nothing. */
function isFileName(title: string, path: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const file = path.slice(path.lastIndexOf("/") + 1);
  return [plain(file), plain(file.replace(/\.[^.]*$/, ""))].includes(plain(title));
}

function anchorOffer(source: OfferSource, section: Cut, outside: readonly string[]): Offer {
  const { author, version } = source;
  const { kind, title } = version.artifact;
  const text = describeSection({
    title,
    headingPath: source.section.headingPath,
    kind,
    text: section.text.slice(0, MAX_SECTION_BYTES),
    startLine: section.startLine,
    notShown: outside,
    byAuthor: author.anchor,
  });
  return {
    granularity: "anchor",
    fidelity: "described",
    ...measure(text, source.counter),
    wordedBy: author.anchor === "none" ? "program" : "author",
    ...reachOf(source, section),
    notShown: boundNames(outside),
  };
}

/** A long section is offered in part; lines that somebody asked for are offered as they are (GRA-02). */
function spanOffers(source: OfferSource, isLong: boolean): readonly Offer[] {
  const { isAskedFor, minFidelity, part, version } = source;
  if (isAskedFor) return [exactOffer(source, "span", part)];
  // What must be exact enters as a whole section or not at all: a piece of it may lack what qualifies it.
  if (!isLong || minFidelity === "exact") return [];
  return [exactOffer(source, "span", chooseSpan(version, part, source))];
}

function extractedOffers(source: OfferSource, section: Cut, whole: Offer): readonly Offer[] {
  if (whole.text === "deferred") return [];
  const { counter, version } = source;
  const { citation, lines: reach } = whole;
  const { kind, language, ref } = version.artifact;
  const extraction = extractTyped({ artifact: ref, citation, text: section.text, kind, language });
  if (extraction === "none") return [];
  const measured = measure(renderFields(extraction), counter);
  if (measured.tokens >= whole.tokens) return [];
  const lines = new Set(extraction.fields.flatMap(({ lines: at }) => [at.startLine, at.endLine]));
  return [
    {
      granularity: "section",
      fidelity: "extracted",
      ...measured,
      wordedBy: "program",
      lines: reach,
      citation,
      coverage: share(lines.size, version),
      notShown: whole.notShown,
    },
  ];
}

function sectionOffer(source: OfferSource, section: Cut, outside: readonly string[]): Offer {
  const bytes = section.endByte - section.startByte;
  if (bytes <= MAX_SECTION_BYTES) return exactOffer(source, "section", section);
  return {
    granularity: "section",
    fidelity: "exact",
    tokens: Math.ceil(bytes / BYTES_A_TOKEN),
    bytes,
    text: "deferred",
    wordedBy: "source",
    ...reachOf(source, section),
    notShown: boundNames(outside),
  };
}

/** A short form of the whole that its author wrote: consumed as it is (GRA-07). */
function summaryOffers(source: OfferSource): readonly Offer[] {
  const { author, counter, version } = source;
  if (author.summary === "none") return [];
  return [
    {
      granularity: "full",
      fidelity: "described",
      ...measure(author.summary, counter),
      wordedBy: "author",
      lines: "none",
      citation: source.cite(wholeOf(version)),
      coverage: 1,
      notShown: boundNames(sectionsOutside(version.passages, "none")),
    },
  ];
}

function fullOffer(source: OfferSource): Offer {
  const { byteLength } = source.version.artifact;
  return {
    granularity: "full",
    fidelity: "exact",
    tokens: Math.ceil(byteLength / BYTES_A_TOKEN),
    bytes: byteLength,
    text: "deferred",
    wordedBy: "source",
    ...reachOf(source, wholeOf(source.version)),
    coverage: 1,
    notShown: [],
  };
}

/** Exactly these bytes of the source, with the citation of them. */
function exactOffer(source: OfferSource, granularity: "span" | "section", cut: Cut): Offer {
  return {
    granularity,
    fidelity: "exact",
    ...measure(cut.text, source.counter),
    wordedBy: "source",
    ...reachOf(source, cut),
    notShown: boundNames(sectionsOutside(source.version.passages, cut)),
  };
}

function measure(text: string, counter: TokenCounter): Pick<Offer, "bytes" | "text" | "tokens"> {
  return { text, tokens: counter.count(text), bytes: new TextEncoder().encode(text).length };
}

function reachOf(
  { cite, version }: OfferSource,
  cut: CutBytes,
): Pick<Offer, "citation" | "coverage" | "lines"> {
  const { startLine, endLine } = cut;
  const coverage = share(endLine - startLine + 1, version);
  return { lines: { startLine, endLine }, citation: cite(cut), coverage };
}

function share(lines: number, { starts }: VersionText): number {
  return Math.min(1, lines / Math.max(1, starts.length));
}
