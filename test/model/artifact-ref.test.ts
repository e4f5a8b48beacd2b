import { describe, expect, it } from "vitest";
import { artifactRef, parseArtifactRef } from "../../src/model/artifact-ref.ts";

describe("the reference of an artifact", () => {
  it("can be split again, whatever the path holds", () => {
    const path = "docs/a b#1/ä%2F🙂?.md";
    expect(parseArtifactRef(artifactRef("files", path))).toEqual({ source: "files", path });
  });

  it.each(["\ud800.md", "docs/\udc00", "a\ud83d"])(
    "is made of half a character too: %j",
    (path) => {
      expect(artifactRef("files", path)).toContain("%EF%BF%BD");
    },
  );
});
