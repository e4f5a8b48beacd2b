/** A citation as some text writes it, in the form the engine takes, with the lines of the text it stands on. */
export interface FoundCitation {
  readonly reference: string;
  readonly citedOnLines: readonly number[];
}

// A full reference ends with its lines; one without them ends where the word does, less its punctuation.
const ARTIFACT =
  /artifact:\/\/(?:[^\s<>"`]+?#L\d+(?:-L?\d+)?(?: ?@[0-9a-f]{8,64})?|[^\s<>"`]*[^\s<>"`.,;:!?)\]}'*])/g;

// path:3, path:3-9, path#L3 or path#L3-L9, pinned by @version where one follows, also behind a space as answers print
// it; and path@version alone. The path has a folder or a file ending, and is no host with a port.
const PLACE =
  /(?<![\w./:@#%+~-])((?:\.{0,2}\/)?(?:[\w.@+~-]+\/)*[\w.@+~-]*\.[A-Za-z][\w-]*|(?:\.{0,2}\/)?(?:[\w.@+~-]+\/)+[\w.@+~-]+|(?:[\w.@+~-]+\/)*[\w.+~-]*\.[A-Za-z][\w-]*@[0-9a-f]{8,64})(?:(?::(\d+)(?:-(\d+))?|#L(\d+)(?:-L?(\d+))?)(?: ?@([0-9a-f]{8,64}))?(?![\w/])|(?<=@[0-9a-f]{8,64})(?![\w/:#]|\.\w))/g;

// Inside a code span a path may also hold spaces.
const SPAN = /`([^`\n]+?):(\d+)(?:-(\d+))?(?: ?@([0-9a-f]{8,64}))?`(?: ?@([0-9a-f]{8,64})(?!\w))?/g;

// What stands before a port is a host, not a file.
const HOST_ENDING = /^[\w.-]+\.(?:com|org|net|io|dev|local|localhost|internal|app|ai|co|edu|gov)$/i;

/**
 * Finds every citation in `text`: `artifact://…` references and places such as `docs/a.md:3-9` or `docs/a.md#L3-L9`.
 * In the order of the text, each once, with every line it is cited on.
 */
export function findCitations(text: string): readonly FoundCitation[] {
  const lines = new Map<string, number[]>();
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    for (const reference of findInLine(line)) {
      const found = lines.get(reference);
      if (found === undefined) lines.set(reference, [index + 1]);
      else if (found.at(-1) !== index + 1) found.push(index + 1);
    }
  });
  return Array.from(lines, ([reference, citedOnLines]) => ({ reference, citedOnLines }));
}

function findInLine(line: string): string[] {
  const found: { readonly at: number; readonly reference: string }[] = [];
  let rest = take(line, ARTIFACT, (match) => found.push({ at: match.index, reference: match[0] }));
  rest = take(rest, SPAN, (match) => {
    const [, path = "", start, end, version = match[5]] = match;
    if (path.includes("://")) return;
    found.push({ at: match.index, reference: writePlace({ path, start, end, version }) });
  });
  take(rest, PLACE, (match) => {
    const [, path = "", start = match[4], end = match[5], , , version] = match;
    if (HOST_ENDING.test(path)) return;
    found.push({ at: match.index, reference: writePlace({ path, start, end, version }) });
  });
  return found.sort((left, right) => left.at - right.at).map(({ reference }) => reference);
}

/** Blanks out what matched, at the same length, so that no stretch is read twice. */
function take(
  line: string,
  pattern: RegExp,
  use: (match: RegExpMatchArray & { index: number }) => void,
): string {
  let rest = line;
  for (const match of line.matchAll(pattern)) {
    use(match);
    rest =
      rest.slice(0, match.index) +
      " ".repeat(match[0].length) +
      rest.slice(match.index + match[0].length);
  }
  return rest;
}

interface Place {
  readonly path: string;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly version: string | undefined;
}

function writePlace({ path, start, end, version }: Place): string {
  const lines = start === undefined ? "" : `:${start}${end === undefined ? "" : `-${end}`}`;
  return `${path}${lines}${version === undefined ? "" : `@${version}`}`;
}
