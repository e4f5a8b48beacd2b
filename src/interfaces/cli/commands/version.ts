import { readFile } from "node:fs/promises";
import type { RunCommand } from "../call.ts";
import { EXIT } from "../exit-codes.ts";

/** Writes the version of this program and of Node. Always 0. */
export const runVersion: RunCommand = async ({ settings, surroundings }) => {
  const manifest: unknown = JSON.parse(await readFile(surroundings.packageFile, "utf8"));
  const version = readVersion(manifest);
  const line = settings.json
    ? JSON.stringify({ schema: "exhibit.version/1", version, node: process.versions.node })
    : `exhibit ${version}`;
  surroundings.stdout.write(`${line}\n`);
  return EXIT.found;
};

function readVersion(manifest: unknown): string {
  const hasVersion = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return hasVersion ? String(manifest.version) : "unknown";
}
