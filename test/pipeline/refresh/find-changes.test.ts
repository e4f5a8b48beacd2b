import { describe, expect, it } from "vitest";
import { findChanges, isCertain } from "../../../src/pipeline/refresh/find-changes.ts";

const NS = 1_000_000_000n;
const SCAN_MS = 1_000_000;

function aFingerprint(part: Partial<Parameters<typeof isCertain>[0]> = {}) {
  return { size: 10, mtimeNs: 900n * NS, ctimeNs: 900n * NS, inode: 7n, ...part };
}

function anInput(path: string) {
  return { source: "files", path, version: "aa", fingerprint: aFingerprint() };
}

describe("isCertain", () => {
  it("trusts equal fingerprints that are older than the last scan by more than two seconds", () => {
    expect(isCertain(aFingerprint(), aFingerprint(), SCAN_MS)).toBe(true);
  });

  it("doubts any difference in size, times or inode", () => {
    for (const part of [{ size: 11 }, { mtimeNs: 1n }, { ctimeNs: 1n }, { inode: 8n }]) {
      expect(isCertain(aFingerprint(part), aFingerprint(), SCAN_MS)).toBe(false);
    }
  });

  it("ignores an inode of 0: that file system has none", () => {
    expect(isCertain(aFingerprint({ inode: 0n }), aFingerprint(), SCAN_MS)).toBe(true);
  });

  it("doubts a file written within two seconds of the last scan, and everything before a first scan", () => {
    const late = aFingerprint({ mtimeNs: BigInt(SCAN_MS) * 1_000_000n - NS });
    expect(isCertain(late, late, SCAN_MS)).toBe(false);
    expect(isCertain(aFingerprint(), aFingerprint(), "unknown")).toBe(false);
  });
});

describe("findChanges", () => {
  it("sorts a scan into added, doubtful, removed and unchanged", () => {
    const entries = [
      { path: "new.md", fingerprint: aFingerprint() },
      { path: "same.md", fingerprint: aFingerprint() },
      { path: "touched.md", fingerprint: aFingerprint({ mtimeNs: 901n * NS }) },
    ];
    const known = ["same.md", "touched.md", "gone.md"].map(anInput);
    const changes = findChanges(entries, known, SCAN_MS);
    expect(changes.added.map((e) => e.path)).toEqual(["new.md"]);
    expect(changes.doubtful.map((d) => d.entry.path)).toEqual(["touched.md"]);
    expect(changes.removed.map((i) => i.path)).toEqual(["gone.md"]);
    expect(changes.unchanged.map((i) => i.path)).toEqual(["same.md"]);
  });
});
