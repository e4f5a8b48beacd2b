/** A tag with where it stands; offsets are UTF-16 code units. */
export interface HtmlTag {
  /** Lowercase. */
  readonly name: string;
  readonly closing: boolean;
  readonly start: number;
  readonly end: number;
}

/** A stretch of text that a reader sees, still with its character references. */
export interface TextRun {
  readonly start: number;
  readonly end: number;
  /** True when a block-level tag, a line break or a cell border stands before it. */
  readonly apart: boolean;
}

export interface HtmlTokens {
  readonly tags: readonly HtmlTag[];
  readonly runs: readonly TextRun[];
}

/** Their content is not markup. Script and style are not for reading either. */
const RAW = new Set([
  "script",
  "style",
  "textarea",
  "title",
  "xmp",
  "iframe",
  "noembed",
  "noframes",
]);
const UNREAD = new Set(["script", "style", "iframe", "noembed", "noframes"]);
/** Tags that stand within a word or a sentence; any other one parts what is left and right of it. */
const INLINE = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);
const TAG_START = /^<\/?[A-Za-z]/;

/**
 * Cuts HTML from `from` on into tags and visible text, in the way of the HTML standard's tokenizer: quoted attributes,
 * comments, doctypes, CDATA, and elements whose content is raw. It repairs nothing and runs in linear time: a tag that
 * never ends is text, and so is everything after it.
 */
export function readHtml(text: string, from: number): HtmlTokens {
  const tags: HtmlTag[] = [];
  const runs: TextRun[] = [];
  let apart = true;
  const show = (start: number, end: number): void => {
    if (end <= start) return;
    runs.push({ start, end, apart });
    apart = false;
  };
  let shown = from;
  for (let at = text.indexOf("<", from); at >= 0; at = text.indexOf("<", Math.max(shown, at + 1))) {
    const mark = readMark(text, at);
    if (mark === "endless") break;
    if (mark === "text") continue;
    show(shown, at);
    shown = mark.end;
    if (mark.name === "") continue;
    tags.push(mark);
    if (!INLINE.has(mark.name)) apart = true;
    if (mark.closing || !RAW.has(mark.name)) continue;
    shown = rawEnd(text, mark);
    if (!UNREAD.has(mark.name)) show(mark.end, shown);
  }
  show(shown, text.length);
  return { tags, runs };
}

/** What begins at a `<`: a tag, or a declaration as a tag without a name. */
function readMark(text: string, at: number): HtmlTag | "text" | "endless" {
  const end = declarationEnd(text, at);
  if (end > 0) return { name: "", closing: false, start: at, end };
  return TAG_START.test(text.slice(at, at + 3)) ? readTag(text, at) : "text";
}

/** Where a comment, CDATA section, doctype or processing instruction ends; 0 when there is none at `at`. */
function declarationEnd(text: string, at: number): number {
  const after = text[at + 1];
  if (after !== "!" && after !== "?") return 0;
  if (text.startsWith("<!--", at)) return endOf(text, "-->", at + 4);
  if (text.startsWith("<![CDATA[", at)) return endOf(text, "]]>", at + 9);
  return endOf(text, ">", at + 2);
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

function readTag(text: string, start: number): HtmlTag | "endless" {
  const closing = text[start + 1] === "/";
  const nameStart = start + (closing ? 2 : 1);
  let at = nameStart;
  while (at < text.length && !/[\s/>]/.test(text.charAt(at))) at += 1;
  const name = text.slice(nameStart, at).toLowerCase();
  let last = "";
  for (; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === ">") return { name, closing, start, end: at + 1 };
    if ((character === '"' || character === "'") && last === "=") {
      at = text.indexOf(character, at + 1);
      if (at < 0) return "endless";
    }
    if (!/\s/.test(character)) last = character;
  }
  return "endless";
}

function rawEnd(text: string, tag: HtmlTag): number {
  const close = new RegExp(`</${tag.name}(?=[\\s/>])`, "gi");
  close.lastIndex = tag.end;
  return close.exec(text)?.index ?? text.length;
}
