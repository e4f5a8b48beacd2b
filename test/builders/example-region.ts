import { readFileSync } from "node:fs";
import { PROJECT_ROOT } from "./project-pages.ts";

/** Returns the lines between `// #region name` and `// #endregion name`, without common indentation. */
export function readRegion(file: string, name: string): readonly string[] {
  const lines = readFileSync(`${PROJECT_ROOT}${file}`, "utf8").split("\n");
  const start = lines.findIndex((line) => line.trim() === `// #region ${name}`);
  const end = lines.findIndex((line) => line.trim() === `// #endregion ${name}`);
  if (start === -1 || end <= start) throw new Error(`${file} has no region "${name}"`);
  const inside = lines.slice(start + 1, end);
  const indents = inside.filter((line) => line !== "").map((line) => line.search(/\S/));
  return inside.map((line) => line.slice(Math.min(...indents)));
}
