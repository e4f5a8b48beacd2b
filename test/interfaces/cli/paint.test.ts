import { describe, expect, it } from "vitest";
import { createPaint, decideColor } from "../../../src/interfaces/cli/paint.ts";

describe("color", () => {
  it("follows the terminal when nothing else is said", () => {
    expect(decideColor("auto", {}, true)).toBe(true);
    expect(decideColor("auto", {}, false)).toBe(false);
    expect(decideColor("auto", { TERM: "dumb" }, true)).toBe(false);
  });

  it("honors NO_COLOR with any value but an empty one", () => {
    expect(decideColor("auto", { NO_COLOR: "0" }, true)).toBe(false);
    expect(decideColor("auto", { NO_COLOR: "" }, true)).toBe(true);
    expect(decideColor("auto", { NO_COLOR: "1", FORCE_COLOR: "1" }, true)).toBe(false);
  });

  it("honors FORCE_COLOR on a pipe, and its no", () => {
    expect(decideColor("auto", { FORCE_COLOR: "1", TERM: "dumb" }, false)).toBe(true);
    expect(decideColor("auto", { FORCE_COLOR: "0" }, true)).toBe(false);
  });

  it("puts the option above the environment", () => {
    expect(decideColor("always", { NO_COLOR: "1" }, false)).toBe(true);
    expect(decideColor("never", { FORCE_COLOR: "1" }, true)).toBe(false);
  });

  it("leaves text as it is when off", () => {
    expect(createPaint(false).warning("text")).toBe("text");
    expect(createPaint(true).warning("text")).toContain("\u001b[");
  });
});
