import { join } from "node:path";
import { aTree } from "./a-tree.ts";

/** Returns a command that runs `script` (CommonJS) in a Node process of its own. `args` reach it as `process.argv[2]` and on. */
export function aCommand(script: string, ...args: readonly string[]): readonly string[] {
  const path = join(aTree({ "command.cjs": script }), "command.cjs");
  return [process.execPath, path, ...args];
}
