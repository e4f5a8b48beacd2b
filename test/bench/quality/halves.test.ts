import { describe, expect, it } from "vitest";
import { fnv1a, halfOf } from "../../../bench/quality/halves.ts";

describe("the halves of a question set", () => {
  it("hashes as FNV-1a is published: the empty text, one letter, a word", () => {
    expect(fnv1a("")).toBe(0x811c9dc5);
    expect(fnv1a("a")).toBe(0xe40c292c);
    expect(fnv1a("foobar")).toBe(0xbf9cf968);
  });

  it("hashes bytes and not characters, so that a set of another script is halved too", () => {
    // 0xc3 0xa9, by hand: ((basis ^ 0xc3) * prime ^ 0xa9) * prime, each modulo 2^32.
    const step = (hash: bigint, byte: bigint): bigint =>
      ((hash ^ byte) * 0x01000193n) % (1n << 32n);
    expect(BigInt(fnv1a("é"))).toBe(step(step(0x811c9dc5n, 0xc3n), 0xa9n));
  });

  it("puts a question into the same half whenever it is asked, even hashes choosing", () => {
    expect(halfOf("foo", "bar")).toBe("choose");
    expect(halfOf("", "")).toBe("report");
    expect(halfOf("foo", "bar")).toBe(halfOf("foob", "ar"));
  });
});
