import { readdirSync, readFileSync } from "node:fs";
import { PROJECT_ROOT } from "./project-pages.ts";

const FOLDER = "bench/receipts";
const BEGIN = "<!-- What follows is written by `npm run docs`, from the receipts. -->";
const END = "<!-- Here it ends. -->";

/** A pass mark as both benchmarks keep it. */
interface Mark {
  readonly claim: string;
  readonly value: number;
  readonly passed: boolean;
  readonly limit: string;
}

/** Returns the marks that stand anywhere in a receipt, in their order. */
function findMarks(value: unknown): readonly Mark[] {
  if (typeof value !== "object" || value === null) return [];
  const mark = value as Record<string, unknown>;
  const { claim, value: reached, passed, atLeast, atMost, limit, rule } = mark;
  if (typeof claim !== "string" || typeof passed !== "boolean") {
    return Object.values(value).flatMap(findMarks);
  }
  const bound = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
  const stated = typeof rule === "string" ? `${rule} ${limit}` : bound;
  return [{ claim, passed, value: Number(reached), limit: stated }];
}

/** Returns a table of the receipts that are kept and of every pass mark that one of them missed. */
export function tabulateMissedMarks(): readonly string[] {
  const receipts = readdirSync(`${PROJECT_ROOT}${FOLDER}`).sort();
  const rows = receipts.flatMap((file) => {
    const marks = findMarks(JSON.parse(readFileSync(`${PROJECT_ROOT}${FOLDER}/${file}`, "utf8")));
    const link = `[${file.replace(".json", "")}](${FOLDER}/${file})`;
    const missed = marks.filter(({ passed }) => !passed);
    const met = `| ${link} | ${marks.length - missed.length} of ${marks.length} marks met | | |`;
    const misses = missed.map(
      ({ claim, value, limit }) =>
        `| ${link} | missed: ${claim} | ${Number(value.toPrecision(3))} | ${limit} |`,
    );
    return [met, ...misses];
  });
  return ["| receipt | pass mark | reached | stated before |", "|---|---|---|---|", ...rows];
}

/** Returns the page with the table as it should be now, between the two comments that mark its place. */
export function withMissedMarks(text: string): string {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`the page has no place for the marks: "${BEGIN}"`);
  return [before, BEGIN, "\n\n", tabulateMissedMarks().join("\n"), "\n\n", END, after].join("");
}
