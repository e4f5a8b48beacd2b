import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Engine, EngineOptions } from "../src/model/engine.ts";

/** The built package, as users get it. */
export interface ShippedProgram {
  /** Path of the command's module, for `node <path> search …`. */
  readonly command: string;
  openEngine(options: EngineOptions): Promise<Engine>;
}

/** Loads `dist/`. Worker threads and lazy chunks are found beside it, so the engine is measured nowhere else. */
export async function loadShippedProgram(projectFolder: string): Promise<ShippedProgram> {
  const library = join(projectFolder, "dist", "index.js");
  const command = join(projectFolder, "dist", "bin", "exhibit.js");
  for (const path of [library, command]) {
    if (!existsSync(path)) {
      throw new Error(`${path} is not there: run \`npm run build\` before the benchmark.`);
    }
  }
  const { openEngine } = (await import(pathToFileURL(library).href)) as {
    openEngine: (options: EngineOptions) => Engine | Promise<Engine>;
  };
  return { command, openEngine: async (options) => openEngine(options) };
}
