import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectPages } from "../../src/host/collect-pages.ts";
import { aTree } from "../builders/a-tree.ts";

describe("collectPages", () => {
  it("refuses pages that are too large in all, whatever each of them is", () => {
    const staging = aTree({ "a.md": "123456", "sub/b.md": "123456", "c.txt": "not counted" });
    expect(collectPages(staging, 12)).toMatchObject({ status: "ok" });
    expect(collectPages(staging, 11)).toEqual({
      status: "refused",
      problem: "its pages exceed 11 bytes in all",
    });
  });

  it("does not follow a folder link out of the staging folder", () => {
    const outside = aTree({ "secret.md": "outside" });
    const staging = aTree({ "a.md": "A" });
    symlinkSync(outside, join(staging, "out"));
    expect(collectPages(staging)).toEqual({
      status: "ok",
      pages: [{ path: "a.md", bytes: Buffer.from("A") }],
      gaps: [{ code: "link_not_followed", subject: "out" }],
    });
  });
});
