import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { type RawLine, readRawLines } from "../../../src/sources/json-lines.ts";
import { type JsonLine, readJsonLines } from "../../../src/sources/sessions/read-json-lines.ts";
import { aTree } from "../../builders/a-tree.ts";

async function linesOf(content: string | Buffer): Promise<readonly JsonLine[]> {
  const path = join(aTree({ "a.jsonl": content }), "a.jsonl");
  const lines: JsonLine[] = [];
  const source = { agent: "test", path, byte: 0, line: 1 };
  for await (const group of readJsonLines(source)) lines.push(...group);
  return lines;
}

/** One short word for each line. */
async function shown(content: string | Buffer): Promise<readonly string[]> {
  return (await linesOf(content)).map((line) => {
    if (line.type === "object") return JSON.stringify(line.record);
    return line.type === "broken" ? `${line.line} ${line.problem}` : line.type;
  });
}

describe("a file of JSON lines", () => {
  it("is read with either line end, and over blank lines", async () => {
    expect(await shown('{"a":1}\r\n\r\n  {"b":2}\t\n\n{"c":3}')).toEqual([
      ...['{"a":1}', "blank", '{"b":2}', "blank", '{"c":3}'],
    ]);
  });

  it("gives a record the same place and hash before and after its line end was written", async () => {
    const [whole] = await linesOf('{"a":"é"}\r\n');
    const [open] = await linesOf('{"a":"é"}');
    const place = { startByte: 0, endByte: 10, line: 1 };
    expect(whole).toMatchObject({ place });
    expect(open).toMatchObject({ place: whole?.type === "object" ? whole.place : {} });
  });

  it("may begin with a byte order mark, which is no part of the first record", async () => {
    const [first] = await linesOf('\ufeff{"a":1}\n');
    expect(first).toMatchObject({ record: { a: 1 }, place: { startByte: 3, endByte: 10 } });
    expect(await shown('{"a":1}\n\ufeff{"b":2}\n{"c":3}\n')).toEqual([
      ...['{"a":1}', "2 it is no JSON object", '{"c":3}'],
    ]);
  });

  it("names the place of a line that is no text, and reads on behind it", async () => {
    const bad = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xc3, 0x22, 0x7d, 0x0a]);
    const content = Buffer.concat([Buffer.from('{"a":1}\n'), bad, Buffer.from('{"c":3}\n')]);
    expect(await shown(content)).toEqual(['{"a":1}', "2 it is not UTF-8", '{"c":3}']);
    const [, broken] = await linesOf(content);
    expect(broken).toMatchObject({ startByte: 8, endByte: 18, line: 2 });
  });

  it("keeps an escaped NUL and passes by a raw one, as a crash leaves them", async () => {
    expect(await shown('{"a":"x\\u0000y"}\n\0\0\0\0{"b":2}\n{"c":3}\n\0\0')).toEqual([
      ...['{"a":"x\\u0000y"}', "2 it is no JSON object", '{"c":3}', "torn"],
    ]);
  });

  it("is the same wherever the chunks of reading cut a character or a line end", async () => {
    // 64 KiB are read at a time: each filling puts another byte of the character, or the line end, at the border.
    for (let filling = 65_520; filling < 65_537; filling++) {
      const text = `${"x".repeat(filling)}🏺é`;
      const lines = await linesOf(`${JSON.stringify({ text })}\r\n{"b":2}\r\n`);
      expect(lines.map((line) => line.type === "object" && line.record)).toEqual([
        { text },
        { b: 2 },
      ]);
    }
  });

  it("has a record of 1.2 MB in its middle like any other", async () => {
    const big = JSON.stringify({ text: "kiln ".repeat(240_000) });
    const lines = await linesOf(`{"a":1}\n${big}\n{"c":3}\n`);
    expect(lines.map((line) => line.type === "object" && line.place.line)).toEqual([1, 2, 3]);
    expect(lines[1]).toMatchObject({ place: { startByte: 8, endByte: 8 + big.length } });
  });
});

/** Bytes that buffers take once what nobody holds is let go. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().arrayBuffers;
}

describe("a line longer than the limit", () => {
  it("is passed by without being held, and the next ones are read", async () => {
    const path = join(aTree({ "a.jsonl": "" }), "a.jsonl");
    writeFileSync(path, '{"a":1}\n');
    truncateSync(path, 48 * 1024 * 1024);
    writeFileSync(path, '\n{"c":3}\n', { flag: "a" });
    const before = heldBytes();
    const lines: RawLine[] = [];
    let mostBytes = 0;
    for await (const group of readRawLines(path, { byte: 0, maxLineBytes: 1024 * 1024 })) {
      lines.push(...group);
      mostBytes = Math.max(mostBytes, heldBytes() - before);
    }
    expect(lines.map(({ bytes }) => (bytes === "too_long" ? bytes : bytes.toString()))).toEqual([
      ...['{"a":1}', "too_long", '{"c":3}'],
    ]);
    expect(lines.map(({ endByte }) => endByte)).toEqual([8, 50_331_649, 50_331_657]);
    expect(mostBytes).toBeLessThan(16 * 1024 * 1024);
  });
});
