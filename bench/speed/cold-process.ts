import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a Node process used from its start to its `exit` event. */
export interface ProcessCost {
  readonly cpuMs: number;
  readonly maxRssBytes: number;
}

/** Preloaded into the process, it works on every platform; `maxRSS` is in kilobytes on all of them (libuv). */
const REPORTER = `process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  require("node:fs").writeFileSync(
    process.env.EXHIBIT_BENCH_COST,
    JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, maxRssBytes: maxRSS * 1024 }),
  );
});
`;

export interface ColdOptions {
  /** Added to this process's own environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Exit codes that are not a failure; 0 when left out. */
  readonly acceptedCodes?: readonly number[];
}

/**
 * Runs `node <parameters>` to its end and returns its cost and output. `NODE_EXTRA_CA_CERTS` is unset: where it is set, Node
 * parses certificates at every start, and that is not the program's doing. A process that fails is an error.
 */
export function runCold(
  parameters: readonly string[],
  options: ColdOptions = {},
): { readonly cost: ProcessCost; readonly output: string } {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-bench-"));
  try {
    const reporter = join(folder, "report-cost.cjs");
    const costFile = join(folder, "cost.json");
    writeFileSync(reporter, REPORTER);
    const { NODE_EXTRA_CA_CERTS: _unset, ...environment } = process.env;
    const run = spawnSync(process.execPath, ["--require", reporter, ...parameters], {
      env: { ...environment, ...options.environment, EXHIBIT_BENCH_COST: costFile },
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (run.status === null || !(options.acceptedCodes ?? [0]).includes(run.status)) {
      throw new Error(`node ${parameters.join(" ")} ended with ${run.status}: ${run.stderr}`);
    }
    return { cost: JSON.parse(readFileSync(costFile, "utf8")) as ProcessCost, output: run.stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
