import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFilesReader } from "../../../src/sources/files/files-reader.ts";
import { aTree } from "../../builders/a-tree.ts";

describe("what was listed at a path before", () => {
  it("is told by a value, whatever the system says of the folders on the way", async () => {
    const root = aTree({ "docs/a.md": "A", file: "" });
    symlinkSync("docs", join(root, "link"));
    const reader = openFilesReader({ root });
    expect(await reader.readIndexed("docs/a.md")).toMatchObject({ status: "ok" });
    expect(await reader.readIndexed("gone/a.md")).toEqual({ status: "gone" });
    expect(await reader.readIndexed("file/sub/a.md")).toEqual({ status: "gone" });
    expect(await reader.readIndexed("link/a.md")).toMatchObject({ status: "refused" });
    expect(await reader.readIndexed(`${"x".repeat(300)}/a.md`)).toEqual({
      status: "unreadable",
      reason: "longer than this system allows (ENAMETOOLONG)",
    });
  });
});
