import type { ArtifactKind } from "../../../model/artifact.ts";
import type { TypedExtraction } from "../../../model/representation.ts";
import { extractDefinitions, extractSettings } from "./extract-pairs.ts";
import { extractSignatures } from "./extract-signatures.ts";
import { extractTable } from "./extract-table.ts";
import { type SourceLine, toSourceLines } from "./source-line.ts";

/** What a section states, as fields of one type. */
type SectionFields = Pick<TypedExtraction, "fields" | "type">;

/** A section with what says where it is from. */
export interface ExtractionSource extends Pick<TypedExtraction, "artifact" | "citation"> {
  readonly text: string;
  readonly kind: ArtifactKind;
  readonly language: string;
}

const MIN_FIELDS = 2;
const MAX_FIELDS = 40;
const SETTINGS_LANGUAGES: ReadonlySet<string> = new Set(["ini", "json", "toml", "yaml"]);

/**
 * Reads a section as typed fields: the table, the definitions, the settings or the declarations it holds, whichever are
 * most. Every value stands word for word in the lines that its field names (GRA-11). `"none"` for prose.
 */
export function extractTyped(source: ExtractionSource): TypedExtraction | "none" {
  const { artifact, citation, text } = source;
  const lines = toSourceLines(text, citation.startLine);
  const found = readAll(lines, source).filter(({ fields }) => fields.length >= MIN_FIELDS);
  const [best] = found.toSorted((left, right) => right.fields.length - left.fields.length);
  if (best === undefined) return "none";
  return { type: best.type, fields: best.fields.slice(0, MAX_FIELDS), artifact, citation };
}

function readAll(
  lines: readonly SourceLine[],
  { kind, language }: Pick<ExtractionSource, "kind" | "language">,
): readonly SectionFields[] {
  if (kind === "code" && !SETTINGS_LANGUAGES.has(language)) {
    return [{ type: "signature", fields: extractSignatures(lines) }];
  }
  if (kind === "code") return [{ type: "settings", fields: extractSettings(lines) }];
  return [
    { type: "table", fields: extractTable(lines) },
    { type: "definition", fields: extractDefinitions(lines) },
    { type: "settings", fields: mostlySettings(lines) },
  ];
}

/** Prose has colons too: it is settings only where most of its lines are. */
function mostlySettings(lines: readonly SourceLine[]): SectionFields["fields"] {
  const fields = extractSettings(lines);
  const written = lines.filter(({ text }) => text.trim() !== "");
  return 2 * fields.length > written.length ? fields : [];
}

/** Writes fields down, a line each, with the source line of each. */
export function renderFields({ type, fields }: TypedExtraction): string {
  const lines = fields.map(
    ({ name, value, lines: { startLine } }) => `${name}: ${value} (L${startLine})`,
  );
  return [`${type}:`, ...lines].join("\n");
}
