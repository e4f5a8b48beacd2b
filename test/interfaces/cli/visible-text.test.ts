import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleText } from "../../../src/interfaces/cli/visible-text.ts";

describe("text on its way to a terminal", () => {
  it("shows escape sequences instead of obeying them", () => {
    expect(visibleText("a\u001b[2Jb\u009b31m\u0007")).toBe("a␛[2Jb<U+009B>31m␇");
  });

  it("shows what would reorder or hide text", () => {
    expect(visibleText("a\u202eb\u2066c\u200bd\ufeffe")).toBe(
      "a<U+202E>b<U+2066>c<U+200B>d<U+FEFF>e",
    );
    expect(visibleText("x\u{e0041}y")).toBe("x<U+E0041>y");
  });

  it("shows line ends inside one line, and half characters", () => {
    expect(visibleText("a\r\nb\u2028c\ud800d")).toBe("a␍␊b<U+2028>c<U+D800>d");
  });

  it("leaves ordinary text of any script alone, joiners and emoji included", () => {
    for (const text of ["naïve", "用户身份", "שלום", "नमस्ते", "می‌خواهم", "👩‍💻", "a · b"]) {
      expect(visibleText(text)).toBe(text);
    }
  });

  it("lets no control character through, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(visibleText(text)).not.toMatch(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
        expect(visibleText(text)).not.toMatch(/\p{Cs}/u);
        expect(visibleText(visibleText(text))).toBe(visibleText(text));
      }),
    );
  });
});
