import type { Entry } from "../../model/entry.ts";
import type { IndexDocument, IndexPassage } from "../../model/index-document.ts";
import type { Passage } from "../../model/passage.ts";
import type { DecodedText } from "./decode-strictly.ts";
import { findFrontMatter } from "./front-matter.ts";
import { indexPassagesOf } from "./index-passages.ts";
import { findLines } from "./line-table.ts";
import { locatePassages } from "./locate-passages.ts";
import { createScale } from "./measure-text.ts";
import { packSections } from "./pack-sections.ts";
import { splitText } from "./split-text.ts";

/** The passages of an entry, for citing it, and what the index is told of them: one for one, in the same order. */
export interface EntryReading {
  /** They tile the bytes of the version: none is lost and none is in two (COR-23). */
  readonly passages: readonly Passage[];
  readonly indexDocument: IndexDocument;
}

/**
 * Splits the text of an entry by the rules that files are split by. `bytes` are those of `entry.version`. Depends on the entry
 * and the bytes alone, so that passages need not be stored: whoever cites one splits again and finds the same.
 */
export async function readEntryText(entry: Entry, bytes: Uint8Array): Promise<EntryReading> {
  const decoded = decode(bytes);
  const lines = findLines(decoded.text);
  // Only a note is a file somebody laid out; a message that begins with a rule is all message.
  const frontMatter = entry.kind === "note" ? findFrontMatter(lines) : "none";
  const firstLine = frontMatter === "none" ? 0 : frontMatter.endLine;
  const split = await splitText(entry.textKind, lines, firstLine);
  const scale = createScale(decoded.text, decoded.encoding, bytes.length);
  const spans = packSections(split.blocks, lines, scale);
  const { ref, version, store, path, textKind } = entry;
  return {
    passages: locatePassages(spans, { bytes, decoded, lines }),
    indexDocument: {
      artifact: ref,
      version,
      source: store,
      path,
      title: indexTitleOf(entry),
      kind: textKind,
      language: textKind === "markdown" ? "markdown" : "unknown",
      passages: indexPassagesOf(spans, split, bytes.length).map((passage) =>
        inFolder(passage, folderOf(entry)),
      ),
    },
  };
}

/**
 * The name of the folder that an entry was recorded in stands above its text as a heading would: what is said there seldom repeats
 * it, and the few texts that do would otherwise answer every question that names it.
 */
function inFolder(passage: IndexPassage, folder: string): IndexPassage {
  const { headingPath, text } = passage;
  const isSilent = headingPath.length === 0 && text === "";
  if (folder === "" || isSilent) return passage;
  // The last heading is the passage's own and counts for far more than those above it: where there is none it is empty.
  return { text, headingPath: [folder, ...(headingPath.length === 0 ? [""] : headingPath)] };
}

/** `x/y/api` and `x\y\api`: a transcript may come from another system than this one. */
function folderOf({ recordedIn }: Entry): string {
  return recordedIn === "unknown" ? "" : (/[^/\\]*$/.exec(recordedIn)?.[0] ?? "");
}

/** A message's title is the first of its own words: counted again they would make short messages win. */
function indexTitleOf({ kind, title, toolName }: Entry): string {
  switch (kind) {
    case "message":
    case "summary":
    case "system":
      return "";
    case "tool_call":
    case "tool_result":
      return toolName === "none" ? "" : toolName;
    case "note":
    case "capture":
      return title;
  }
}

const STRICT_UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Stores keep UTF-8, where a NUL or a byte order mark is a character like any other. What a command printed may be none: then a
 * byte is a character, which keeps every place exact and every English word findable.
 */
function decode(bytes: Uint8Array): DecodedText {
  const form = { status: "text", encoding: "utf-8", bomBytes: 0 } as const;
  try {
    return { ...form, text: STRICT_UTF8.decode(bytes) };
  } catch (error) {
    // A fatal decoder throws TypeError on invalid input; anything else is not ours.
    if (!(error instanceof TypeError)) throw error;
    return { ...form, text: Buffer.from(bytes).toString("latin1") };
  }
}
