import { describe, expect, it } from "vitest";
import { decodeStrictly } from "../../../src/analysis/text/decode-strictly.ts";
import { readRawText } from "../../../src/analysis/text/read-raw-text.ts";
import { aRawText } from "../../builders/raw-text.ts";
import { aTextReading, headingPaths } from "../../builders/text-reading.ts";

const bytesOf = (...parts: (number | string)[]): Uint8Array =>
  Buffer.concat(parts.map((p) => (typeof p === "number" ? Buffer.from([p]) : Buffer.from(p))));

describe("decoding", () => {
  it("reports invalid UTF-8 as a gap that names the byte in the file", async () => {
    const bytes = bytesOf(0xef, 0xbb, 0xbf, "grüß ", 0xe9, " Gott");
    expect(await readRawText(aRawText({ path: "latin.md", bytes }))).toEqual({
      status: "gap",
      gap: { code: "file_undecodable", subject: "latin.md", detail: "invalid UTF-8 at byte 10" },
    });
  });

  it.each([
    ["an overlong form", [0xc0, 0xaf], 0],
    ["an overlong three-byte form", ["a", 0xe0, 0x9f, 0xbf], 1],
    ["an encoded surrogate", ["ab", 0xed, 0xa0, 0x80], 2],
    ["a point above U+10FFFF", [0xf4, 0x90, 0x80, 0x80], 0],
    ["a cut sequence at the end", ["é", 0xe2, 0x94], 2],
    ["a stray continuation", ["🙂", 0x80], 4],
  ])("finds %s where it begins", (_name, parts, at) => {
    expect(decodeStrictly(bytesOf(...parts))).toEqual({
      status: "undecodable",
      reason: `invalid UTF-8 at byte ${at}`,
    });
  });

  it("keeps a second byte order mark as text, because only the first is one", () => {
    const decoded = decodeStrictly(bytesOf(0xef, 0xbb, 0xbf, "\ufeffx"));
    expect(decoded).toMatchObject({ status: "text", text: "\ufeffx", bomBytes: 3 });
  });

  it.each([
    ["utf-16le", false],
    ["utf-16be", true],
  ])("reads %s by its byte order mark and cites its own bytes", async (encoding, swap) => {
    const bytes = Buffer.from("\ufeff# Größe\r\n\r\n汉字 🙂\r\n", "utf16le");
    if (swap) bytes.swap16();
    const { artifact, passages, indexDocument } = await aTextReading({ bytes });
    expect(artifact).toMatchObject({ encoding, title: "Größe", byteLength: bytes.length });
    expect(passages).toMatchObject([
      { startByte: 0, endByte: bytes.length, startLine: 1, endLine: 3 },
    ]);
    expect(indexDocument.passages[0]?.text).toBe("# Größe\r\n\r\n汉字 🙂\r\n");
  });

  it("reports a lone surrogate and half a unit in UTF-16, and names the byte", () => {
    const lone = Buffer.from("\ufeffab\ud83dcd", "utf16le");
    expect(decodeStrictly(lone)).toEqual({
      status: "undecodable",
      reason: "lone UTF-16 surrogate at byte 6",
    });
    expect(decodeStrictly(lone.subarray(0, 5))).toEqual({
      status: "undecodable",
      reason: "half a UTF-16 unit at byte 4",
    });
  });

  it("takes a NUL near the start or many control characters for a binary file, and skips it with a gap", async () => {
    const nul = await readRawText(aRawText({ path: "a.bin", text: "text\0more" }));
    expect(nul).toMatchObject({ status: "gap", gap: { code: "file_binary", subject: "a.bin" } });
    expect(decodeStrictly(bytesOf("ab", 1, 2, 3))).toMatchObject({ status: "binary" });
    expect(decodeStrictly(Buffer.from("no mark", "utf16le"))).toMatchObject({ status: "binary" });
  });

  it("keeps text with a late NUL, a form feed, colors and overstrikes", () => {
    const late = `${"x".repeat(8192)}\0end`;
    expect(decodeStrictly(Buffer.from(late))).toMatchObject({ status: "text", text: late });
    expect(decodeStrictly(Buffer.from("\f\u001b[1mN\bN\u001b[0m\t\r\n"))).toMatchObject({
      status: "text",
    });
  });
});

describe("a byte order mark", () => {
  it("hides neither the first heading nor front matter, and offsets still count it", async () => {
    const plain = await aTextReading({ text: "\ufeff# Title\n\nText.\n" });
    expect(plain.artifact.title).toBe("Title");
    expect(plain.passages).toMatchObject([{ startByte: 0, endByte: 18, headingPath: ["Title"] }]);
    const dated = await aTextReading({ text: "\ufeff---\ntitle: Dated\n---\n# Head\n" });
    expect(dated.artifact.title).toBe("Dated");
    expect(dated.passages.map((p) => p.kind)).toEqual(["metadata", "prose"]);
  });

  it("alone in a file is one passage without words", async () => {
    const { passages, indexDocument } = await aTextReading({ text: "\ufeff" });
    expect(passages).toMatchObject([{ startByte: 0, endByte: 3, startLine: 1, endLine: 1 }]);
    expect(indexDocument.passages).toEqual([{ headingPath: [], text: "" }]);
  });
});

describe("an empty file", () => {
  it("has no passage and is titled by its name", async () => {
    const { artifact, passages } = await aTextReading({ path: "docs/empty.md", text: "" });
    expect(passages).toEqual([]);
    expect(artifact).toMatchObject({ title: "empty.md", byteLength: 0 });
  });
});

describe("line terminators", () => {
  it("are LF, CRLF and CR alone: wrong bytes on CRLF files are a known failure elsewhere", async () => {
    const text = "# One\r\n\r\na\u2028b\u0085c\vd\r\r# Two\rlast";
    const { passages } = await aTextReading({ text });
    expect(passages.map((p) => [p.startLine, p.endLine])).toEqual([
      [1, 4],
      [5, 6],
    ]);
    expect(await headingPaths({ text })).toEqual(["One", "Two"]);
  });
});
