import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitRecords } from "../../../src/sources/records/split-records.ts";

describe("splitRecords", () => {
  it("reads a line at a time from .jsonl, and a broken line costs that line alone", async () => {
    const text = '{"a":1}\r\n\n{"a":\n  \n{"a":2}';
    expect(await splitRecords("records/a.jsonl", text)).toEqual([
      { status: "ok", line: 1, value: { a: 1 } },
      { status: "invalid", line: 3, problem: expect.stringContaining("JSON") },
      { status: "ok", line: 5, value: { a: 2 } },
    ]);
  });

  it("reads a list or a single value from .json", async () => {
    const list = '[\n  {"t": "a, [b\\" \\\\"},\n\n  {"t": ["x",\n "y"]}, 7\n]';
    expect(await splitRecords("records/a.json", list)).toEqual([
      { status: "ok", line: 2, value: { t: 'a, [b" \\' } },
      { status: "ok", line: 4, value: { t: ["x", "y"] } },
      { status: "ok", line: 5, value: 7 },
    ]);
    expect(await splitRecords("records/a.json", ' {"a": []}')).toEqual([
      { status: "ok", line: 1, value: { a: [] } },
    ]);
    expect(await splitRecords("records/a.json", "[]")).toEqual([]);
    expect(await splitRecords("records/a.json", "")).toEqual([]);
  });

  it("names the line of a syntax error in .json", async () => {
    expect(await splitRecords("records/a.json", '[\n{"a": 1},\n{"a" 2}\n]')).toMatchObject([
      { status: "invalid", line: 3 },
    ]);
  });

  it("finds the line of every element of any JSON list", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { minLength: 1 }), async (values) => {
        const parts = values.map((value) => JSON.stringify(value, null, 1));
        let line = 2;
        const expected = parts.map((part, index) => {
          const at = { status: "ok", line, value: JSON.parse(parts[index] ?? "") };
          line += part.split("\n").length;
          return at;
        });
        expect(await splitRecords("r/a.json", `[\n${parts.join(",\n")}\n]`)).toEqual(expected);
      }),
    );
  });

  it("reads lists, single values and several documents from YAML", async () => {
    const text = "- id: 1\n  observedAt: 2026-10-01\n-\n  id: two\n---\nid: three\n---\n";
    expect(await splitRecords("records/a.yaml", text)).toEqual([
      // A date stays the text it was.
      { status: "ok", line: 1, value: { id: 1, observedAt: "2026-10-01" } },
      { status: "ok", line: 4, value: { id: "two" } },
      { status: "ok", line: 6, value: { id: "three" } },
    ]);
    expect(await splitRecords("records/a.yml", "")).toEqual([]);
  });

  it("names the line of a YAML error, and keeps the other documents", async () => {
    const text = "id: one\n---\nid: two\nbad: @x\n---\nid: three\n";
    expect(await splitRecords("records/a.yml", text)).toMatchObject([
      { status: "ok", value: { id: "one" } },
      { status: "invalid", line: 4 },
      { status: "ok", value: { id: "three" } },
    ]);
  });

  it("refuses YAML whose aliases multiply without end", async () => {
    const levels = Array.from({ length: 12 }, (_, at) =>
      at === 0 ? "l0: &l0 [x,x,x,x,x,x,x,x,x]" : `l${at}: &l${at} [${`*l${at - 1},`.repeat(9)}]`,
    );
    expect(await splitRecords("records/a.yml", levels.join("\n"))).toMatchObject([
      { status: "invalid", line: 1 },
    ]);
  });
});
