import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Returns a new folder holding `files` (path → content), removed when the test ends. */
export function aTree(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "exhibit-tree-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeTree(root, files);
  return root;
}

/** Writes `files` below `root`, with the folders they need. */
export function writeTree(
  root: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}
