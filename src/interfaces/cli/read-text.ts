import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { optionInvalid } from "../../errors.ts";
import type { Surroundings } from "./surroundings.ts";

/** Reads a file named on the command line, or standard input for `-`; refuses by the name of the word or option. */
export async function readText(
  surroundings: Surroundings,
  name: string,
  file: string,
): Promise<string> {
  if (file === "-") return Buffer.from(await surroundings.readInput()).toString("utf8");
  try {
    return await readFile(resolve(surroundings.cwd, file), "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw optionInvalid(name, `${file} cannot be read (${String(error.code)})`);
  }
}
