import { decodeText } from "../../analysis/decode-text.ts";
import { findFrontMatter } from "../../analysis/text/front-matter.ts";
import { readNamedFields } from "../../analysis/text/front-matter-fields.ts";
import { findLines } from "../../analysis/text/line-table.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { VersionText } from "./version-text.ts";

/** What the author of a text says of it in front matter. */
export interface AuthorWords {
  /** A short description made for this: `anchor`, else `summary`, else `description`. */
  readonly anchor: string | "none";
  /** A short form of the whole: `summary`, else `description`. */
  readonly summary: string | "none";
  readonly minFidelity: Candidate["minFidelity"];
}

const NAMES = ["anchor", "summary", "description", "minFidelity"] as const;
/** What is longer is no short description, and is left where it stands. */
const MAX_WORDS_CHARS = 1_000;

/** Nothing said. */
export const NO_AUTHOR_WORDS: AuthorWords = { anchor: "none", summary: "none", minFidelity: "any" };

/** Reads what the front matter of a text says of it; the tiers an author wrote are used as they are (GRA-07). */
export async function readAuthorWords(version: VersionText): Promise<AuthorWords> {
  const end = version.passages.findIndex(({ kind }) => kind !== "metadata");
  const last = version.passages.at(end < 0 ? -1 : end - 1);
  if (end === 0 || last === undefined) return NO_AUTHOR_WORDS;
  const head = version.bytes.subarray(0, last.endByte);
  const frontMatter = findFrontMatter(findLines(decodeText(head, version.artifact.encoding)));
  if (frontMatter === "none") return NO_AUTHOR_WORDS;
  const fields = await readNamedFields(frontMatter, NAMES);
  const first = (...names: readonly (typeof NAMES)[number][]): string | "none" => {
    for (const name of names) {
      const value = fields.find((field) => field.name === name)?.value ?? "";
      const plain = value.replace(/\s+/gu, " ").trim();
      if (plain !== "" && plain.length <= MAX_WORDS_CHARS) return plain;
    }
    return "none";
  };
  return {
    anchor: first("anchor", "summary", "description"),
    summary: first("summary", "description"),
    minFidelity: first("minFidelity") === "exact" ? "exact" : "any",
  };
}
