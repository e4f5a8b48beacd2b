import { describe, expect, it } from "vitest";
import type { Fingerprint } from "../../../src/model/fingerprint.ts";
import { findChanges } from "../../../src/pipeline/refresh/find-changes.ts";

const NS = 1_000_000_000n;
const SCAN_MS = 1_000_000;

function aFingerprint(part: Partial<Fingerprint> = {}) {
  return { size: 10, mtimeNs: 900n * NS, ctimeNs: 900n * NS, inode: 7n, ...part };
}

function anInput(path: string) {
  return { source: "files", path, version: "aa", fingerprint: aFingerprint() };
}

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

  it("doubts everything before a first scan", () => {
    const entries = [{ path: "same.md", fingerprint: aFingerprint() }];
    const changes = findChanges(entries, [anInput("same.md")], "unknown");
    expect(changes.doubtful).toHaveLength(1);
  });
});
