import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuiltCommand } from "./built-command.ts";
import { PROJECT_ROOT } from "./project-pages.ts";

/** One command of a transcript with what the page says it prints. */
export interface Exchange {
  readonly command: string;
  readonly expected: readonly string[];
}

/** A folder as a reader has it after cloning: the examples, no data folder, an empty home. */
export interface Desk {
  run(command: string): Promise<{ readonly lines: readonly string[]; readonly status: number }>;
  clear(): void;
}

/** Splits a `console` fence: a line that begins with `$ ` is a command, what follows is what it prints. */
export function parseTranscript(lines: readonly string[]): readonly Exchange[] {
  const exchanges: { command: string; expected: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith("$ ")) exchanges.push({ command: line.slice(2), expected: [] });
    else exchanges.at(-1)?.expected.push(line);
  }
  return exchanges;
}

/**
 * Splits a command line at spaces, with double and single quotes. Nothing else of a shell is needed, and nothing else
 * is allowed: a page that needs more would not run everywhere.
 */
export function splitCommand(command: string): readonly string[] {
  if (/[|<>$`*;\\]/.test(command)) throw new Error(`too much shell for a page: ${command}`);
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}

/**
 * Replaces what differs from day to day or from machine to machine: ages, time of the run, elapsed time, sizes of
 * database files. Dates that a source declares stay.
 */
export function steady(line: string): string {
  return (
    line
      // A cursor belongs to one project, and each reader has another.
      .replace(/--cursor \S+/, "--cursor CURSOR")
      .replace(/\b\d+ days?\b/g, "N days")
      // An age of more digits takes more of them.
      .replace(/\b[\d,]+ of [\d,]+ bytes\b/g, "SIZE")
      .replace(/\b\d+(?:\.\d+)? ?(?:ms|s)\b/g, "N ms")
      .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?/g, (time) =>
        time.startsWith("2026-10-0") ? time : "TIME",
      )
      .replace(/\b\d+(?:[.,]\d+)? ?(?:B|KB|kB|KiB|MB|MiB|MB\/s)\b/g, "SIZE")
      .trimEnd()
  );
}

export function openDesk(built: BuiltCommand): Desk {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-desk-"));
  cpSync(join(PROJECT_ROOT, "examples"), join(folder, "examples"), {
    recursive: true,
    filter: (path) => !/[.]exhibit(?:[/\\]|$)/.test(path),
  });
  return {
    async run(command) {
      // A page shows npx for a reader in a clone; the desk calls what npx would.
      const words = splitCommand(command.replace(/^npm ci && /, "").replace(/^npx /, ""));
      if (words[0] !== "exhibit") throw new Error(`a transcript runs exhibit only: ${command}`);
      const { status, stdout, stderr } = await built.run(words.slice(1), { cwd: folder });
      const output = `${stdout}${stderr}`.replace(/\n$/, "");
      return { lines: output.split("\n"), status: status ?? -1 };
    },
    clear() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
