import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Returns a new empty folder that is removed when the test ends. */
export function aDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
