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
export interface FrontMatterField<Name extends string = FieldName> {
  readonly name: Name;
  readonly value: string;
}

/**
 * Reads the fields this program knows from the top level of front matter. Values stay strings: a date is never turned
 * into an instant on the way. YAML that does not parse is read line by line; nothing here is ever an error.
 */
export function readFields(frontMatter: FrontMatter): Promise<readonly FrontMatterField[]> {
  return readNamedFields(frontMatter, FIELDS);
}

/** Reads fields of other names by the same rules. */
export async function readNamedFields<Name extends string>(
  { body, format }: FrontMatter,
  names: readonly Name[],
): Promise<readonly FrontMatterField<Name>[]> {
  // Most front matter holds none of them, or needs no library to say so.
  if (!names.some((name) => body.includes(name))) return [];
  if (format === "toml") return readLinesOf(body, "=", names);
  const parsed = await readYaml(body, names);
  return parsed === "malformed" ? readLinesOf(body, ":", names) : parsed;
}

async function readYaml<Name extends string>(
  body: string,
  names: readonly Name[],
): Promise<readonly FrontMatterField<Name>[] | "malformed"> {
  const { isMap, isScalar, parseDocument } = await import("yaml");
  // The failsafe schema leaves every plain scalar the string that was written.
  const document = parseDocument(body, {
    schema: "failsafe",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  if (document.errors.length > 0 || !isMap(document.contents)) return "malformed";
  const fields: FrontMatterField<Name>[] = [];
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || !isScalar(value)) continue;
    const isPlain = value.type === "PLAIN";
    const text = isPlain ? plainValue(String(value.value)) : String(value.value);
    fields.push(...toField(String(key.value), text, names));
  }
  return fields;
}

/** `key: value` or `key = value` lines up to the first table, quotes and trailing comments taken off. */
function readLinesOf<Name extends string>(
  body: string,
  separator: ":" | "=",
  names: readonly Name[],
): readonly FrontMatterField<Name>[] {
  const fields: FrontMatterField<Name>[] = [];
  for (const line of body.split(/\r\n?|\n/)) {
    if (separator === "=" && line.startsWith("[")) break;
    const at = line.indexOf(separator);
    if (at < 0) continue;
    const value = line.slice(at + 1).trim();
    const quoted = /^(["'])(.*?)\1\s*(?:#.*)?$/.exec(value)?.[2];
    const text = quoted ?? plainValue(value.replace(/\s+#.*$/, ""));
    fields.push(...toField(line.slice(0, at).trimEnd(), text, names));
  }
  return fields;
}

/** A plain null says that there is no value. */
function plainValue(value: string): string {
  return /^(?:null|Null|NULL|~)$/.test(value) ? "" : value;
}

function toField<Name extends string>(
  key: string,
  value: string,
  names: readonly Name[],
): readonly FrontMatterField<Name>[] {
  const name = names.find((known) => known === key);
  const trimmed = value.trim();
  return name === undefined || trimmed === "" ? [] : [{ name, value: trimmed }];
}
