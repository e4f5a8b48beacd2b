import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEntryText } from "../../../src/analysis/text/read-entry-text.ts";
import type { Entry } from "../../../src/model/entry.ts";
import { anEntry } from "../../builders/an-entry.ts";
import { aTextReading } from "../../builders/text-reading.ts";

const read = (text: string, given: Partial<Entry> = {}) =>
  readEntryText(anEntry(text, given), Buffer.from(text));

describe("the text of an entry", () => {
  it("is split exactly as a file with the same words is (COR-23)", async () => {
    const text = "# Kilns\n\nPell fires them.\n\n## Hours\n\nAt most nine.\n".repeat(40);
    const entry = await read(text, { textKind: "markdown", recordedIn: "unknown" });
    const file = await aTextReading({ path: "a.md", text });
    expect(entry.passages).toEqual(file.passages);
    expect(entry.indexDocument.passages).toEqual(file.indexDocument.passages);
  });

  it("loses no byte and holds none twice, whatever the bytes are (COR-23)", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 3000 }).map((text) => Buffer.from(text)),
          fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
        ),
        fc.constantFrom<Entry["textKind"]>("text", "markdown"),
        async (bytes, textKind) => {
          const { passages, indexDocument } = await readEntryText(anEntry("", { textKind }), bytes);
          const joined = passages.map((p) => bytes.subarray(p.startByte, p.endByte));
          expect(Buffer.concat(joined).equals(bytes)).toBe(true);
          expect(indexDocument.passages).toHaveLength(passages.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("keeps a NUL, a byte order mark and what is no UTF-8 findable in a text that a command printed", async () => {
    expect((await read("a\0b kiln")).indexDocument.passages[0]?.text).toBe("a\0b kiln");
    expect((await read("\ufeffkiln")).indexDocument.passages[0]?.text).toBe("\ufeffkiln");
    const broken = Buffer.from([0x6b, 0x69, 0x6c, 0x6e, 0x20, 0xff, 0xfe]);
    const { indexDocument } = await readEntryText(anEntry("kiln"), broken);
    expect(indexDocument.passages[0]?.text).toContain("kiln");
  });

  it("has no heading path where it is plain text, even of lines that look like headings", async () => {
    const { passages } = await read("# not a heading here\n\n- item\n");
    expect(passages.map((passage) => passage.headingPath)).toEqual([[]]);
  });

  it("stands under the name of the folder that it was recorded in, so that naming the folder finds all of it", async () => {
    const pathOf = async (recordedIn: string, text = "kilns") =>
      (await read(text, { recordedIn })).indexDocument.passages[0]?.headingPath;
    expect(await pathOf("/home/pell/api")).toEqual(["api", ""]);
    expect(await pathOf("C:\\pell\\api")).toEqual(["api", ""]);
    expect(await pathOf("unknown")).toEqual([]);
    expect(await pathOf("/")).toEqual([]);
    const { passages } = await read("kilns", { recordedIn: "/home/pell/api" });
    expect(passages[0]?.headingPath).toEqual([]);
  });

  it("names the tool, the note or the capture, and repeats no message in its own title", async () => {
    const titleOf = async (given: Partial<Entry>) =>
      (await read("kilns", { title: "shown", ...given })).indexDocument.title;
    expect(await titleOf({ kind: "message" })).toBe("");
    expect(await titleOf({ kind: "summary" })).toBe("");
    expect(await titleOf({ kind: "system" })).toBe("");
    expect(await titleOf({ kind: "tool_call", toolName: "Bash" })).toBe("Bash");
    expect(await titleOf({ kind: "tool_result", toolName: "none" })).toBe("");
    expect(await titleOf({ kind: "note" })).toBe("shown");
    expect(await titleOf({ kind: "capture" })).toBe("shown");
  });

  it("reads front matter in a note only: a message is searched from its first line", async () => {
    const text = "---\nowner: Pell\n---\n\nThe kilns.\n";
    const wordsOf = async (kind: Entry["kind"]) =>
      (await read(text, { kind, textKind: "markdown" })).indexDocument.passages
        .map((passage) => passage.text)
        .join("");
    expect(await wordsOf("note")).not.toContain("Pell");
    expect(await wordsOf("message")).toContain("Pell");
  });

  it("belongs to its store: the index names the entry as artifact, source and path", async () => {
    const entry = anEntry("kilns", { store: "memory", path: "notes/a" });
    const { indexDocument } = await readEntryText(entry, Buffer.from("kilns"));
    expect(indexDocument).toMatchObject({
      artifact: "artifact://memory/notes/a",
      source: "memory",
      path: "notes/a",
      version: entry.version,
      kind: "text",
    });
  });
});
