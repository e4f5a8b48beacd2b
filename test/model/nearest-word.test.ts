import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countEdits, nearestWord } from "../../src/model/nearest-word.ts";

describe("nearest word", () => {
  it("counts a swap of neighbors as one edit", () => {
    expect(countEdits("serach", "search")).toBe(1);
    expect(countEdits("kitten", "sitting")).toBe(3);
  });

  it("counts the same both ways, and none only between equals", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (left, right) => {
        const edits = countEdits(left, right);
        expect(countEdits(right, left)).toBe(edits);
        expect(edits === 0).toBe(left === right);
        expect(edits).toBeLessThanOrEqual(Math.max(left.length, right.length));
      }),
    );
  });

  it("finds a word two edits away and nothing farther", () => {
    expect(nearestWord("werkspace", ["workspace", "json"])).toBe("workspace");
    expect(nearestWord("wrkspce", ["workspace", "json"])).toBe("workspace");
    expect(nearestWord("error-on-warnings", ["workspace", "exclude"])).toBe("none");
  });

  it("does not take a short word for one that shares too little with it", () => {
    expect(nearestWord("all", ["at"])).toBe("none");
    expect(nearestWord("abc", ["cap"])).toBe("none");
  });
});
