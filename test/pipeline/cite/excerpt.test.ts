import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Passage } from "../../../src/model/passage.ts";
import {
  createExcerpt,
  excerptOfPassage,
  narrowExcerpt,
} from "../../../src/pipeline/cite/excerpt.ts";

function aPassage(text: string, part: Partial<Passage> = {}): Passage {
  const bytes = Buffer.from(text);
  return {
    position: 0,
    kind: "prose",
    headingPath: [],
    startByte: 0,
    endByte: bytes.length,
    startLine: 1,
    endLine: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    sha256: createHash("sha256").update(bytes).digest("hex"),
    ...part,
  };
}

function anExcerpt(text: string) {
  return createExcerpt({
    bytes: Buffer.from(text),
    encoding: "utf-8",
    startByte: 0,
    startLine: 1,
    wholeLines: true,
  });
}

describe("excerptOfPassage", () => {
  it("leaves out outer blank lines and the last terminator, and keeps the lines exact (CIT-04)", () => {
    const text = "\n\n# Owners\n\nThe desk.\n\n\n";
    const excerpt = excerptOfPassage(aPassage(text, { startLine: 10, endLine: 16 }), {
      bytes: Buffer.from(text),
      encoding: "utf-8",
      wholeLines: true,
    });
    expect(excerpt).toMatchObject({
      text: "# Owners\n\nThe desk.",
      startLine: 12,
      endLine: 14,
      wholeLines: true,
    });
  });

  it("shows nothing when the stored bytes are not the indexed ones (CIT-04)", () => {
    const outcome = excerptOfPassage(aPassage("one\n"), {
      bytes: Buffer.from("two\n"),
      encoding: "utf-8",
      wholeLines: true,
    });
    expect(outcome).toBe("mismatch");
  });
});

describe("narrowExcerpt", () => {
  it("keeps as many whole lines as fit and narrows the citation to them (BUD-11)", () => {
    const narrowed = narrowExcerpt(anExcerpt("one\ntwo\nthree\n"), (e) => e.bytes.length <= 8);
    expect(narrowed).toMatchObject({
      text: "one\ntwo",
      startLine: 1,
      endLine: 2,
      wholeLines: true,
    });
  });

  it("cuts a line that is too long between code points, never inside one (BUD-03)", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "é", "用", "😀"), { minLength: 1 }).map((p) => p.join("")),
        fc.nat(40),
        (text, maxBytes) => {
          const narrowed = narrowExcerpt(anExcerpt(text), (e) => e.bytes.length <= maxBytes);
          if (narrowed === "nothing") return;
          expect(narrowed.bytes.length).toBeLessThanOrEqual(maxBytes);
          expect(text.startsWith(narrowed.text)).toBe(true);
          expect(Buffer.byteLength(narrowed.text)).toBe(narrowed.bytes.length);
        },
      ),
    );
  });

  it("says so when not one character fits", () => {
    expect(narrowExcerpt(anExcerpt("用"), (e) => e.bytes.length <= 2 && e.bytes.length > 0)).toBe(
      "nothing",
    );
  });
});
