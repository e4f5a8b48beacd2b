import { readFileSync, writeFileSync } from "node:fs";
import type { BuiltCommand } from "./built-command.ts";
import { readRegion } from "./example-region.ts";
import { withMissedMarks } from "./missed-marks.ts";
import { type Fence, PROJECT_ROOT, readProjectPages } from "./project-pages.ts";
import { type Desk, openDesk, parseTranscript, steady } from "./transcript.ts";

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.map(steady).join("\n") === b.map(steady).join("\n");

/** The lines a fence should hold now. What differs only from day to day stays as it is. */
async function renew({ info, lines }: Fence, desk: Desk): Promise<readonly string[]> {
  const [, file, region] = /^ts (examples\/[\w-]+\.ts)#([\w-]+)$/.exec(info) ?? [];
  if (file !== undefined && region !== undefined) return readRegion(file, region);
  if (info !== "console") return lines;
  const now: string[] = [];
  for (const { command, expected } of parseTranscript(lines)) {
    const { lines: printed } = await desk.run(command);
    now.push(`$ ${command}`, ...(same(printed, expected) ? expected : printed));
  }
  return now;
}

/**
 * Writes quotations, transcripts and missed pass marks into the pages as they are now. It runs only when asked for
 * (`npm run docs`); a person then reads the difference.
 */
export async function syncPages(built: BuiltCommand): Promise<void> {
  for (const { path, fences } of readProjectPages()) {
    const desk = openDesk(built);
    const lines = readFileSync(`${PROJECT_ROOT}${path}`, "utf8").split("\n");
    // Commands run in reading order; the lines are replaced from the end, so that places stay right.
    const renewed: { fence: Fence; now: readonly string[] }[] = [];
    for (const fence of fences) renewed.push({ fence, now: await renew(fence, desk) });
    for (const { fence, now } of renewed.reverse()) {
      if (fence.info === "") continue;
      const start = Number(fence.place.split(":").at(-1));
      // An empty fence has no line of its own; parsing shows it as one empty line.
      const length = lines[start] === "```" ? 0 : fence.lines.length;
      lines.splice(start, length, ...now);
    }
    desk.clear();
    const text = lines.join("\n");
    writeFileSync(`${PROJECT_ROOT}${path}`, path === "README.md" ? withMissedMarks(text) : text);
  }
}
