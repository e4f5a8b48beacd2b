import { createHash } from "node:crypto";

/** One passage that a saved response selected, as far as the response tells. */
export interface SavedPassage {
  readonly artifact: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly version: string;
  readonly state: string;
  readonly headingPath: readonly string[];
  readonly observed: { readonly at: string; readonly basis: string };
  readonly ageDays: number | "unknown";
  readonly excerpt: string;
  /** Whether the excerpt in the file still hashes to its citation. */
  readonly excerptHash: "matches" | "differs" | "no_excerpt";
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Lists the passages of a response of any kind: hits of a search, an opened text, checked citations. What a field
 * does not say is `"unknown"`.
 */
export function listPassages(response: Fields): readonly SavedPassage[] {
  const listed = [...fieldsIn(response["hits"]), ...fieldsIn(response["checks"])];
  const single = isFields(response["citation"]) ? [response] : [];
  return [...single, ...listed].flatMap((item) => {
    const citation = item["citation"];
    return isFields(citation) ? [toPassage(item, citation)] : [];
  });
}

function toPassage(item: Fields, citation: Fields): SavedPassage {
  const observed = isFields(item["observed"]) ? item["observed"] : {};
  const excerpt = item["excerpt"] ?? item["text"];
  const ageDays = item["ageDays"];
  return {
    artifact: textOf(item["artifact"]),
    path: textOf(citation["path"]),
    startLine: numberOf(citation["startLine"]),
    endLine: numberOf(citation["endLine"]),
    version: textOf(citation["version"]),
    state: textOf(citation["state"]),
    headingPath: Array.isArray(item["headingPath"]) ? item["headingPath"].map(textOf) : [],
    observed: { at: textOf(observed["at"]), basis: textOf(observed["basis"]) },
    ageDays: typeof ageDays === "number" ? ageDays : "unknown",
    excerpt: typeof excerpt === "string" ? excerpt : "",
    excerptHash:
      typeof excerpt === "string"
        ? compareHash(excerpt, textOf(citation["excerptSha256"]))
        : "no_excerpt",
  };
}

/** The hash is of the cited bytes; the file keeps only characters, so every encoding that is read is tried. */
function compareHash(excerpt: string, expected: string): "matches" | "differs" {
  const utf16 = Buffer.from(excerpt, "utf16le");
  const withMark = Buffer.from(`\ufeff${excerpt}`, "utf16le");
  const encodings = [
    Buffer.from(excerpt, "utf8"),
    Buffer.from(`\ufeff${excerpt}`, "utf8"),
    utf16,
    withMark,
    Buffer.from(utf16).swap16(),
    Buffer.from(withMark).swap16(),
  ];
  const matches = encodings.some((bytes) =>
    createHash("sha256").update(bytes).digest("hex").startsWith(expected),
  );
  return expected.length >= 16 && matches ? "matches" : "differs";
}

function fieldsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "unknown";
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
