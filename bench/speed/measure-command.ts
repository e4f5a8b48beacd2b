import { join } from "node:path";
import type { ShippedProgram } from "../shipped-program.ts";
import { runCold } from "./cold-process.ts";
import { median } from "./quantiles.ts";
import type { StagedCorpus } from "./stage-corpus.ts";

/** The command in processes of its own. */
export interface CommandFigures {
  /** Median CPU of `exhibit search` above `node -e 0`, taken in turns. */
  readonly coldSearchCpuMs: number;
  readonly bareNodeCpuMs: number;
  /** Largest resident set of the process that built the index from nothing. */
  readonly buildMaxRssBytes: number;
}

/** Builds an index with the command, then searches it from cold, `rounds` times with different queries. */
export function measureCommand(
  program: ShippedProgram,
  corpus: StagedCorpus,
  queries: readonly string[],
): CommandFigures {
  const home = join(corpus.scratch, "command");
  const run = (parameters: readonly string[]) =>
    runCold([program.command, ...parameters, "--workspace", corpus.workspace], {
      environment: { EXHIBIT_HOME: home },
      acceptedCodes: [0, 1],
    });
  const build = run(["refresh"]);
  const searches: number[] = [];
  const bare: number[] = [];
  for (const query of queries) {
    searches.push(run(["search", query]).cost.cpuMs);
    bare.push(runCold(["-e", "0"]).cost.cpuMs);
  }
  const bareNodeCpuMs = median(bare);
  return {
    coldSearchCpuMs: median(searches) - bareNodeCpuMs,
    bareNodeCpuMs,
    buildMaxRssBytes: build.cost.maxRssBytes,
  };
}
