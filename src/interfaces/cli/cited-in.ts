import { citationOf, placeOf } from "../../model/citation-text.ts";
import type { SavedCitation } from "../../model/engine.ts";
import { findCitations } from "../../model/find-citations.ts";

/** A citation to check, as the engine takes it, with the places it was found at. */
export interface AskedCitation {
  readonly citation: string | SavedCitation;
  readonly citedAt: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Lists what a file cites. Saved responses, one a line or one in the whole file, cite with version, lines and the hash of
 * each excerpt; any other text cites in its words.
 */
export function listCited(name: string, text: string): readonly AskedCitation[] {
  const file = name === "-" ? "standard input" : name;
  const whole = parseResponse(text);
  if (whole !== "none") return citedBy(whole, file);
  const lines = text.split("\n");
  const isResponses = lines.some((line) => parseResponse(line) !== "none");
  if (!isResponses) return citedInText(file, text, 0);
  return lines.flatMap((line, index) => {
    const response = parseResponse(line);
    if (response === "none") return citedInText(file, line, index);
    return citedBy(response, `${file}:${index + 1}`);
  });
}

function citedInText(file: string, text: string, linesBefore: number): readonly AskedCitation[] {
  return findCitations(text).map(({ reference, citedOnLines }) => ({
    citation: reference,
    citedAt: citedOnLines.map((line) => `${file}:${line + linesBefore}`),
  }));
}

function parseResponse(text: string): Fields | "none" {
  if (!/^\s*\{/.test(text)) return "none";
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) && textOf(value["schema"]).startsWith("exhibit.") ? value : "none";
  } catch (error) {
    // A text that begins with a brace is still a text.
    if (error instanceof SyntaxError) return "none";
    throw error;
  }
}

const LISTS = ["hits", "checks", "modules", "passages"] as const;

function citedBy(response: Fields, file: string): readonly AskedCitation[] {
  const listed = LISTS.flatMap((name) =>
    fieldsIn(response[name]).map((item, index) => ({ item, place: `${name}[${index}]` })),
  );
  const observed = isFields(response["observation"]) ? [response["observation"]] : [];
  const single = [response, ...observed].map((item) => ({ item, place: "" }));
  return [...single, ...listed].flatMap(({ item, place }) => {
    const citation = citationIn(item);
    const where = place === "" ? file : `${file} ${place}`;
    return citation === "none" ? [] : [{ citation, citedAt: [where] }];
  });
}

function citationIn(item: Fields): string | SavedCitation | "none" {
  const cited = isFields(item["citation"]) ? item["citation"] : item;
  const [version, artifact, path] = [cited["version"], item["artifact"], cited["path"]].map(textOf);
  if (version === undefined || version === "") return textOf(item["asked"]) || "none";
  const { startLine, endLine } = { startLine: cited["startLine"], endLine: cited["endLine"] };
  const hasLines = typeof startLine === "number" && typeof endLine === "number";
  const reference = writeReference(
    { artifact, path, version },
    hasLines ? { startLine, endLine } : "all",
  );
  const excerptSha256 = textOf(cited["excerptSha256"]);
  if (reference === "none" || excerptSha256 === "") return reference;
  const excerpt = item["excerpt"] ?? item["text"];
  return {
    citation: reference,
    excerptSha256,
    ...(typeof excerpt === "string" ? { excerpt } : {}),
  };
}

function writeReference(
  named: {
    readonly artifact: string | undefined;
    readonly path: string | undefined;
    readonly version: string;
  },
  lines: { readonly startLine: number; readonly endLine: number } | "all",
): string {
  const { artifact = "", path = "", version } = named;
  if (artifact.startsWith("artifact://")) {
    const ref = artifact as `artifact://${string}`;
    return lines === "all"
      ? `${ref}@${version}`
      : citationOf({ artifact: ref, citation: { ...lines, version } });
  }
  if (path === "") return "none";
  return `${lines === "all" ? path : placeOf({ path, ...lines })}@${version}`;
}

function fieldsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
