import { describe, expect, it } from "vitest";
import { artifactRef, parseArtifactRef } from "../../../src/model/artifact-ref.ts";
import { parseReference } from "../../../src/pipeline/cite/parse-reference.ts";

const toArtifact = (path: string) => ({ source: "files", path });
const parse = (text: string) => parseReference(text, toArtifact);

describe("parseReference", () => {
  it("reads a path, a line and a range of lines", () => {
    expect(parse("docs/a b.md")).toMatchObject({ path: "docs/a b.md", lines: "all" });
    expect(parse("a.md:3")).toMatchObject({ path: "a.md", lines: { startLine: 3, endLine: 3 } });
    expect(parse("a.md:3-9")).toMatchObject({ path: "a.md", lines: { startLine: 3, endLine: 9 } });
  });

  it("reads a full citation with version and lines", () => {
    expect(parse("artifact://files/docs/a%20b.md@0123456789abcdef#L3-L9")).toEqual({
      artifact: "artifact://files/docs/a%20b.md",
      source: "files",
      path: "docs/a b.md",
      version: "0123456789abcdef",
      lines: { startLine: 3, endLine: 9 },
    });
    expect(parse("artifact://records/owners.md")).toMatchObject({
      source: "records",
      version: "current",
    });
  });

  it("reads a version on a plain path, before or behind its lines (REF-22)", () => {
    const pinned = { path: "docs/a b.md", version: "0123456789abcdef" };
    const lines = { startLine: 3, endLine: 9 };
    for (const text of [
      "docs/a b.md:3-9@0123456789abcdef",
      "docs/a b.md:3-9 @0123456789abcdef",
      "docs/a b.md#L3-L9@0123456789abcdef",
      "docs/a b.md@0123456789abcdef#L3-L9",
      "docs/a b.md@0123456789abcdef:3-9",
    ]) {
      expect(parse(text), text).toMatchObject({ ...pinned, lines });
    }
    expect(parse("docs/a b.md@0123456789abcdef")).toMatchObject({ ...pinned, lines: "all" });
    expect(parse("a.md#L3")).toMatchObject({ version: "current", lines: { startLine: 3 } });
    expect(parse("icons/a@2x.png")).toMatchObject({ path: "icons/a@2x.png", version: "current" });
  });

  it("never takes a broken version for a part of the path", () => {
    for (const text of ["a.md:3@0123", "a.md:3-9 @xyz", "a.md#L3@", "a.md:3@0123456789abcdefg"]) {
      expect(parse(text), text).toBe("malformed");
    }
  });

  it("calls malformed what is neither", () => {
    const texts = ["", "a.md:0", "a.md:9-3", "artifact://", "artifact://files", "a\0b"];
    for (const text of [...texts, "artifact://files/a@xyz", "artifact://files/%zz"]) {
      expect(parse(text), text).toBe("malformed");
    }
  });

  it("keeps a path with a colon and no number whole", () => {
    expect(parse("C:/a.md")).toMatchObject({ path: "C:/a.md", lines: "all" });
  });
});

describe("artifactRef", () => {
  it("survives any path there and back (COR-15)", () => {
    for (const path of ["a.md", "ü/用 户.md", "100%/#x?.md", "a@b/c:d.md"]) {
      const ref = artifactRef("files", path);
      expect(ref).toMatch(/^artifact:\/\/files\/[^@#?\s]+$/);
      expect(parseArtifactRef(ref)).toEqual({ source: "files", path });
    }
  });
});
