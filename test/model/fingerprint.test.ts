import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Fingerprint, isUnchanged } from "../../src/model/fingerprint.ts";

const LAST_SCAN_MS = 1_790_000_000_000;
const ns = (ms: number): bigint => BigInt(ms) * 1_000_000n;
const known: Fingerprint = {
  size: 10,
  mtimeNs: ns(LAST_SCAN_MS - 60_000),
  ctimeNs: ns(LAST_SCAN_MS - 50_000),
  inode: 7n,
};

describe("isUnchanged", () => {
  it("recognizes a file whose size, times and inode are those of an earlier scan", () => {
    expect(isUnchanged(known, { ...known }, LAST_SCAN_MS)).toBe(true);
  });

  it.each([
    ["size", { size: 11 }],
    ["a nanosecond of mtime", { mtimeNs: known.mtimeNs + 1n }],
    [
      "a nanosecond of ctime, as an edit with restored mtime leaves",
      { ctimeNs: known.ctimeNs + 1n },
    ],
    ["inode, as a file put in its place has", { inode: 8n }],
  ])("notices a different %s", (_what, change) => {
    expect(isUnchanged(known, { ...known, ...change }, LAST_SCAN_MS)).toBe(false);
  });

  it("ignores the inode where the file system has none", () => {
    expect(isUnchanged({ ...known, inode: 0n }, known, LAST_SCAN_MS)).toBe(true);
    expect(isUnchanged(known, { ...known, inode: 0n }, LAST_SCAN_MS)).toBe(true);
  });

  it("doubts equal fingerprints touched within two seconds of the last scan, or after it", () => {
    fc.assert(
      fc.property(fc.integer({ min: -2_000, max: 5_000 }), fc.boolean(), (offsetMs, byContent) => {
        const touched = ns(LAST_SCAN_MS + offsetMs);
        const file = byContent ? { ...known, mtimeNs: touched } : { ...known, ctimeNs: touched };
        expect(isUnchanged(file, file, LAST_SCAN_MS)).toBe(false);
      }),
    );
  });

  it("trusts a file last touched just over two seconds before the scan", () => {
    const file = { ...known, ctimeNs: ns(LAST_SCAN_MS - 2_001) };
    expect(isUnchanged(file, file, LAST_SCAN_MS)).toBe(true);
  });
});
