// Bundles the command: a hundred small modules cost more to load than a search takes. Chunks stay lazy, so that
// `search --json` loads neither formatters nor help nor zod. The library itself ships unbundled, as tsc built it.
import { chmod, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const RANKS = "gpt-tokenizer/bpeRanks/o200k_base";
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The driver carries a native file that it finds beside itself. The ranks of the tokenizer are written down packed, below, and
 * read as they are only where that file is missing.
 */
const EXTERNAL = ["@photostructure/sqlite", RANKS];

/** For Node `yaml` names its CommonJS build, which a bundle can neither shake nor read named exports from. */
const ALIAS = { yaml: join(root, "node_modules/yaml/browser/index.js") };

// The first argument is the folder to write, `dist/bin` unless a test asks for another.
const folder = resolve(process.argv[2] ?? join(root, "dist", "bin"));

// What tsc emitted there is replaced whole: a stale chunk would ship.
await rm(folder, { recursive: true, force: true });

const { metafile } = await build({
  absWorkingDir: root,
  // Modules look for the text worker beside themselves.
  entryPoints: { exhibit: "src/bin/exhibit.ts", "open-worker": "src/open-worker.ts" },
  outdir: folder,
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: EXTERNAL,
  alias: ALIAS,
  legalComments: "none",
  // Names stay: a stack trace in a bug report must be readable.
  minifyWhitespace: true,
  minifySyntax: true,
  metafile: true,
  logLevel: "warning",
});
await chmod(join(folder, "exhibit.js"), 0o755);

// The table by which tokens are counted, in the form it is used in: building it from its source takes 200 ms of every bundle.
const packer = await build({
  absWorkingDir: root,
  entryPoints: ["src/host/rank-table.ts"],
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
});
const code = Buffer.from(packer.outputFiles[0].text).toString("base64");
const { packRanks } = await import(`data:text/javascript;base64,${code}`);
const { default: ranks } = await import(RANKS);
const packed = packRanks(ranks);
await writeFile(join(folder, "o200k-base.ranks"), packed);

const outputs = Object.values(metafile.outputs);
const bytes = outputs.reduce((sum, output) => sum + output.bytes, packed.length);
process.stdout.write(`${folder}: ${outputs.length + 1} files, ${bytes} bytes\n`);
