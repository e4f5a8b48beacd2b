import { describe, expect, it } from "vitest";
import type { TypedExtraction } from "../../../src/model/representation.ts";
import {
  type ExtractionSource,
  extractTyped,
  renderFields,
} from "../../../src/pipeline/gather/extract/extract-typed.ts";

const FROM = {
  artifact: "artifact://files/docs/a.md",
  citation: { startLine: 10, endLine: 20, version: "0123456789abcdef" },
};

function extract(text: string, given: Partial<ExtractionSource> = {}): TypedExtraction | "none" {
  return extractTyped({ ...FROM, text, kind: "markdown", language: "markdown", ...given });
}

function fieldsOf(
  extraction: TypedExtraction | "none",
): readonly (readonly [string, string, number])[] {
  if (extraction === "none") return [];
  return extraction.fields.map(({ name, value, lines }) => [name, value, lines.startLine]);
}

const TABLE = `## Options

| option | default | meaning |
|---|---|---|
| \`cap\` | 12000 | bytes of the answer |
| limit | 5 | hits |
`;

describe("a typed extraction", () => {
  it("has a type, fields with their lines, and its source (GRA-11)", () => {
    const extraction = extract(TABLE);
    expect(extraction).toMatchObject({ ...FROM, type: "table" });
    expect(fieldsOf(extraction)).toEqual([
      ["`cap`, default", "12000", 14],
      ["`cap`, meaning", "bytes of the answer", 14],
      ["limit, default", "5", 15],
      ["limit, meaning", "hits", 15],
    ]);
  });

  it("reads definitions written as list items and as terms with a colon below", () => {
    const text = [
      "- **lock**: what one desk holds",
      "- `owner` — the desk itself",
      "",
      "desk",
      ": a table with a lamp",
    ].join("\n");
    expect(fieldsOf(extract(text))).toEqual([
      ["lock", "what one desk holds", 10],
      ["owner", "the desk itself", 11],
      ["desk", "a table with a lamp", 13],
    ]);
  });

  it("reads the settings of a configuration, and its nested heads as none", () => {
    const text = [
      "server:",
      "  port: 8080",
      '  host: "localhost"',
      "# comment: no",
      "retries = 3",
    ].join("\n");
    expect(fieldsOf(extract(text, { kind: "code", language: "yaml" }))).toEqual([
      ["port", "8080", 11],
      ["host", '"localhost"', 12],
      ["retries", "3", 14],
    ]);
  });

  it("reads the declarations of code without their bodies", () => {
    const text = [
      "export function openLock(id: string): Lock {",
      "  const held = take(id);",
      "  return held;",
      "}",
      "class Lock {",
      "}",
    ].join("\n");
    const extraction = extract(text, { kind: "code", language: "typescript" });
    expect(extraction).toMatchObject({ type: "signature" });
    expect(fieldsOf(extraction)).toEqual([
      ["openLock", "export function openLock(id: string): Lock", 10],
      ["Lock", "class Lock", 14],
    ]);
  });

  it("takes every value word for word from the lines that it names", () => {
    for (const text of [TABLE, "- **a**: b c\n- `d`: e\n", "x: 1\ny: 2\n"]) {
      const lines = text.split("\n");
      const extraction = extract(text);
      if (extraction === "none") throw new Error(text);
      for (const { value, lines: at } of extraction.fields) {
        expect(lines.slice(at.startLine - 10, at.endLine - 9).join("\n")).toContain(value);
      }
    }
  });

  it("makes nothing of prose, though it has colons", () => {
    expect(
      extract("Note: the desk is closed.\nIt opens: on Monday.\nNobody knows why.\nOr when."),
    ).toBe("none");
    expect(extract("One line only.")).toBe("none");
  });

  it("is written down with the line of each field", () => {
    const extraction = extract("x: 1\ny: 2\n");
    expect(extraction === "none" ? "" : renderFields(extraction)).toBe(
      "settings:\nx: 1 (L10)\ny: 2 (L11)",
    );
  });
});
