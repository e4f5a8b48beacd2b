// Runs a TypeScript entry of this folder with plain `node`, which on Node 20 cannot strip types itself:
// bundles it to bench/.data/built/ and imports the result. Usage: node bench/run.mjs quality --data <folder>
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const ENTRIES = ["admission", "quality", "sessions", "speed"];
const here = dirname(fileURLToPath(import.meta.url));
const entry = process.argv[2];
if (entry === undefined || !ENTRIES.includes(entry)) {
  console.error(`Name what to run: ${ENTRIES.join(", ")}. See bench/README.md.`);
  process.exit(2);
}
const outfile = join(here, ".data", "built", `${entry}.mjs`);
await build({
  entryPoints: [join(here, `${entry}.ts`)],
  outfile,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "inline",
  logLevel: "warning",
});
// What is left is what the entry reads: the module and its own options.
process.argv.splice(1, 2, outfile);
await import(pathToFileURL(outfile).href);
