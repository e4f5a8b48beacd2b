import type { FrontMatter } from "./front-matter.ts";

/** The only fields whose value means something here; all others are merely kept. */
const FIELDS = [
  "title",
  "origin",
  "observed_at",
  "observedAt",
  "as_of",
  "updatedAt",
  "updated",
  "modified",
  "date",
] as const;

export type FieldName = (typeof FIELDS)[number];

/** A field as written, in order of the text; a name may come twice. */
export interface FrontMatterField {
  readonly name: FieldName;
  readonly value: string;
}

/**
 * Reads the fields this program knows from the top level of front matter. Values stay strings: a date is never turned
 * into an instant on the way. YAML that does not parse is read line by line; nothing here is ever an error.
 */
export async function readFields(frontMatter: FrontMatter): Promise<readonly FrontMatterField[]> {
  const { body, format } = frontMatter;
  // Most front matter holds none of them, or needs no library to say so.
  if (!FIELDS.some((name) => body.includes(name))) return [];
  if (format === "toml") return readLinesOf(body, "=");
  const parsed = await readYaml(body);
  return parsed === "malformed" ? readLinesOf(body, ":") : parsed;
}

async function readYaml(body: string): Promise<readonly FrontMatterField[] | "malformed"> {
  const { isMap, isScalar, parseDocument } = await import("yaml");
  // The failsafe schema leaves every plain scalar the string that was written.
  const document = parseDocument(body, {
    schema: "failsafe",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  if (document.errors.length > 0 || !isMap(document.contents)) return "malformed";
  const fields: FrontMatterField[] = [];
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || !isScalar(value)) continue;
    const isPlain = value.type === "PLAIN";
    addField(
      fields,
      String(key.value),
      isPlain ? plainValue(String(value.value)) : String(value.value),
    );
  }
  return fields;
}

/** `key: value` or `key = value` lines up to the first table, quotes and trailing comments taken off. */
function readLinesOf(body: string, separator: ":" | "="): readonly FrontMatterField[] {
  const fields: FrontMatterField[] = [];
  for (const line of body.split(/\r\n?|\n/)) {
    if (separator === "=" && line.startsWith("[")) break;
    const at = line.indexOf(separator);
    if (at < 0) continue;
    const value = line.slice(at + 1).trim();
    const quoted = /^(["'])(.*?)\1\s*(?:#.*)?$/.exec(value)?.[2];
    addField(
      fields,
      line.slice(0, at).trimEnd(),
      quoted ?? plainValue(value.replace(/\s+#.*$/, "")),
    );
  }
  return fields;
}

/** A plain null says that there is no value. */
function plainValue(value: string): string {
  return /^(?:null|Null|NULL|~)$/.test(value) ? "" : value;
}

function addField(fields: FrontMatterField[], key: string, value: string): void {
  const name = FIELDS.find((known) => known === key);
  const trimmed = value.trim();
  if (name !== undefined && trimmed !== "") fields.push({ name, value: trimmed });
}
