import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutMark, isLabel, labelOf, textOf } from "../../../src/pipeline/capture/to-capture.ts";

describe("a label", () => {
  it("may have letters, digits, dots, dashes and underscores, and begins with a letter or digit", () => {
    for (const label of ["build", "7.2-rc_1", "größe", "l".repeat(40)]) {
      expect(isLabel(label), label).toBe(true);
    }
    for (const label of [
      "",
      "-a",
      ".a",
      "a b",
      "a/b",
      "a#b",
      "a\n",
      "l".repeat(41),
      "é".repeat(21),
    ]) {
      expect(isLabel(label), label).toBe(false);
    }
  });

  it("of a command without one is its program and first plain words", () => {
    expect(labelOf(["npm", "test"])).toBe("npm-test");
    expect(labelOf(["/usr/bin/make", "-j2", "all"])).toBe("make");
    expect(labelOf(["C:\\tools\\cargo.exe", "build", "x", "y"])).toBe("cargo-build-x");
    expect(labelOf(["日".repeat(50)])).toBe("日".repeat(13));
    expect(labelOf(["[redacted:github-token]"])).toBe("redacted-github-token-");
    expect(labelOf(["..."])).toBe("command");
  });

  it("is always one that is allowed, whatever the command", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (command) => {
        expect(isLabel(labelOf(command))).toBe(true);
      }),
    );
  });
});

describe("the text of a stream", () => {
  it("has a mark on a line of its own where bytes were cut", () => {
    const [head, tail] = [Buffer.from("one"), Buffer.from("nine\n")];
    expect(textOf({ head, tail, cutBytes: 7 })).toBe(`one\n${cutMark(7)}\nnine\n`);
    expect(textOf({ head: Buffer.from("one\n"), tail, cutBytes: 7 })).toBe(
      `one\n${cutMark(7)}\nnine\n`,
    );
    expect(textOf({ head: Buffer.from("\ufeffone"), tail: Buffer.of(), cutBytes: 0 })).toBe(
      "\ufeffone",
    );
  });
});
