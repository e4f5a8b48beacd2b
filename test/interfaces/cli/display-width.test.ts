import { describe, expect, it } from "vitest";
import { displayWidth, padColumns } from "../../../src/interfaces/cli/display-width.ts";

describe("columns of a terminal", () => {
  it.each([
    ["plain", 5],
    ["Päge", 4],
    ["e\u0301", 1],
    ["用户身份", 8],
    ["ＡＢ", 4],
    ["한국", 4],
    ["👩", 2],
    ["שלום", 4],
    ["· │ ›", 5],
    ["", 0],
  ])("are given to %j: %i", (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });

  it("are filled up with spaces and never cut", () => {
    expect(padColumns("用", 4)).toBe("用  ");
    expect(padColumns("long", 2)).toBe("long");
  });
});
