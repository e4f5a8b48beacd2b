import { existsSync, readFileSync } from "node:fs";
import { PROJECT_ROOT, type ProjectPage, type ProseLine } from "./builders/project-pages.ts";

// Rules about what a page may say. docs.test.ts runs them over every page and over lines that break them.

interface Wording {
  readonly pattern: RegExp;
  readonly because: string;
  /** A line that also matches this one is fine. */
  readonly unless?: RegExp;
}

const WORDINGS: readonly Wording[] = [
  {
    pattern: /\bfresh(?:er|est|ly)?\b/i,
    because: "say which of the three: projection current, observedAt, live verified",
  },
  {
    pattern: /\b(?:checkedAt|builtAt|processedAt)\b.*\bfacts?\b/i,
    unless: /\b(?:not|never|nothing|no)\b/i,
    because: "a build time is no check of facts",
  },
  {
    pattern: /\b(?:understands?|comprehends?|knows) (?:your|the|a) (?:workspace|code|codebase)\b/i,
    because: "understanding a workspace needs evidence of its own",
  },
  {
    pattern: /\bsav(?:es?|ed|ings?)\b.*\btokens?\b|\btokens? sav/i,
    unless: /\b(?:not|never|no)\b/i,
    because: "the size of a response is no saving of tokens",
  },
  {
    pattern: /\b(?:tenant|security|isolation)[- ](?:isolation|boundary|guarantee)\b/i,
    unless: /\b(?:not|no|never)\b/i,
    because: "searching is no boundary between tenants",
  },
  {
    pattern: /\b(?:trusted|guaranteed|proven|verified) (?:answers?|facts?|truth)\b/i,
    because: "a citation establishes a position, not a truth",
  },
  {
    pattern:
      /\b(?:blazing|seamless(?:ly)?|powerful|cutting[- ]edge|effortless(?:ly)?|revolutionary|world[- ]class|state[- ]of[- ]the[- ]art|next[- ]generation|supercharge)/i,
    because: "this is advertising",
  },
  {
    pattern: /\b(?:behaviour|colour|normalis|organis|licence|favour|centre|summaris|recognis)/i,
    because: "the spelling is American",
  },
  {
    pattern: /(?:^|[\s`"'(=])\/(?:work|home|root|Users|tmp|private|mnt|opt)\//,
    because: "this is a path of one machine",
  },
  {
    pattern: /\b[A-Z]:\\/,
    because: "this is a path of one machine",
  },
  {
    pattern: /https?:\/\/[^\s/)]*(?:registry|artifactory|nexus|verdaccio|mirror|proxy|deb\.)/i,
    because: "this is the host of a registry",
  },
];

/** Says what is wrong with the wording of a line; empty when nothing is. */
export function findWordingFaults(line: ProseLine): readonly string[] {
  return WORDINGS.filter(
    ({ pattern, unless }) => pattern.test(line.text) && unless?.test(line.text) !== true,
  ).map(({ because }) => `${line.place}: ${because}: ${line.text.trim()}`);
}

// A number with a unit, a fraction, or "19 of 20": something that was measured or set.
const FIGURE =
  /(?<![\w.-])(?:\d[\d,]*(?:\.\d+)?\s?(?:ms|µs|ns|s|seconds?|minutes?|hours?|bytes|[KMG]i?B|%|×|times|fold)(?!\w)|0?\.\d{2,}(?![\w.])|\d[\d,]*\s?(?:\/|of|out of)\s?\d[\d,]*(?![\w-]))/gu;
const COMMAND = /`(?:npm run |npx exhibit |exhibit )[^`]+`/u;
const RECEIPT = /\]\((?:\.\.\/)*((?:studies|bench)\/[^)]+)\)/gu;
const SOURCE = /`(src\/[\w/.-]+\.ts)`/gu;

/** True when the file sets this very number. */
function sets(path: string, figure: string): boolean {
  if (!existsSync(`${PROJECT_ROOT}${path}`)) return false;
  const digits = /^[\d,.]+/.exec(figure)?.[0].replaceAll(",", "") ?? figure;
  return readFileSync(`${PROJECT_ROOT}${path}`, "utf8")
    .replace(/(?<=\d)[_,](?=\d)/g, "")
    .includes(digits);
}

/**
 * Says which figures of a line have no proof; empty when all have. A figure shares its line with a link to a receipt,
 * with a command that prints it, or with the source file that sets it.
 */
export function findFigureFaults(line: ProseLine): readonly string[] {
  const figures = line.text.match(FIGURE) ?? [];
  if (figures.length === 0 || COMMAND.test(line.text)) return [];
  const receipts = [...line.text.matchAll(RECEIPT)].map((found) => found[1] ?? "");
  if (receipts.some((path) => existsSync(`${PROJECT_ROOT}${path}`))) return [];
  const sources = [...line.text.matchAll(SOURCE)].map((found) => found[1] ?? "");
  return figures
    .filter((figure) => !sources.some((path) => sets(path, figure)))
    .map((figure) => `${line.place}: nothing on this line proves "${figure.trim()}"`);
}

/** Returns the links of a page that lead to no file of this project. Links to the web are not followed. */
export function findBrokenLinks(page: ProjectPage): readonly string[] {
  const folder = new URL(page.path, `file://${PROJECT_ROOT}`);
  return page.links
    .filter((href) => !/^(?:https?:|#)/.test(href))
    .filter((href) => !existsSync(new URL(href.replace(/#.*$/, ""), folder)))
    .map((href) => `${page.path}: ${href}`);
}
