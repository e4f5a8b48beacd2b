import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createExcerpt } from "../../../src/pipeline/cite/excerpt.ts";
import { identifyText, locateExcerpt } from "../../../src/pipeline/cite/locate-excerpt.ts";

const original = "# A\n\nThe desk owns it.\n";
const version = createHash("sha256").update(original).digest("hex");
const excerpt = createExcerpt({
  bytes: Buffer.from("The desk owns it."),
  encoding: "utf-8",
  startByte: 5,
  startLine: 3,
  wholeLines: true,
});
const locate = (now: string) =>
  locateExcerpt(excerpt, version, identifyText({ status: "ok", bytes: Buffer.from(now) }));

describe("locateExcerpt", () => {
  it("calls current what is the same file, and what is another file with the same lines in place", () => {
    expect(locate(original)).toEqual({ state: "current" });
    expect(locate("# B\n\nThe desk owns it.\nMore.\n")).toEqual({ state: "current" });
  });

  it("finds lines that moved and says where they are now", () => {
    const moved = { state: "relocated", relocatedTo: { startLine: 5, endLine: 5 } };
    expect(locate("# A\n\nNew.\n\nThe desk owns it.\n")).toEqual(moved);
  });

  it("takes the nearest of several places", () => {
    const now = "The desk owns it.\n\n\n\nThe desk owns it.\n";
    expect(locate(now)).toMatchObject({ relocatedTo: { startLine: 1, endLine: 1 } });
  });

  it("calls changed what only stands inside other lines", () => {
    expect(locate("# A\n\nNot so: The desk owns it.\n")).toEqual({ state: "changed" });
    expect(locate("# A\n\nThe desk owns it. Not.\n")).toEqual({ state: "changed" });
  });

  it("tells gone from unreadable, and never guesses", () => {
    expect(locateExcerpt(excerpt, version, { status: "gone" })).toEqual({ state: "gone" });
    const refused = { status: "refused", reason: "denied" } as const;
    expect(locateExcerpt(excerpt, version, refused)).toEqual({ state: "unchecked" });
  });
});
