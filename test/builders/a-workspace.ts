import { rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Engine, type EngineOptions, openEngine } from "../../src/index.ts";
import { aTree, writeTree } from "./a-tree.ts";

/** The day the studies and tests are set on. */
export const OCTOBER_15: number = Date.parse("2026-10-15T12:00:00Z");

/** A workspace of real files in a temporary folder, with a clock that only moves when told. */
export interface TestWorkspace {
  readonly root: string;
  readonly dataFolder: string;
  /** Opens an engine that is closed when the test ends. */
  open(options?: EngineOptions): Promise<Engine>;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  remove(path: string): void;
  advance(ms: number): void;
}

export function aWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): TestWorkspace {
  const root = aTree(files);
  let nowMs = OCTOBER_15;
  return {
    root,
    dataFolder: join(root, ".exhibit"),
    async open(options = {}) {
      const engine = await openEngine({ workspace: root, now: () => nowMs, ...options });
      onTestFinished(() => engine.close());
      return engine;
    },
    write: (changed) => writeTree(root, changed),
    remove: (path) => rmSync(join(root, path), { recursive: true, force: true }),
    advance: (ms) => {
      nowMs += ms;
    },
  };
}

/** A page that declares when its facts were seen. */
export function aPage(title: string, body: string, observedAt = "2026-10-01"): string {
  return `---\ntitle: ${title}\nobserved_at: ${observedAt}\n---\n# ${title}\n\n${body}\n`;
}
