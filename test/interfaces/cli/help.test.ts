import { describe, expect, it } from "vitest";
import { COMMAND_NAMES, COMMANDS } from "../../../src/interfaces/cli/command-names.ts";
import { displayWidth } from "../../../src/interfaces/cli/display-width.ts";
import { COMMAND_HELP } from "../../../src/interfaces/cli/help/command-help.ts";
import {
  formatCommandHelp,
  formatOverview,
  helpColumns,
} from "../../../src/interfaces/cli/help/format-help.ts";
import { parseArguments } from "../../../src/interfaces/cli/parse-arguments.ts";

/** Splits a call as a shell does, as far as quotes and comments go. */
function shellWords(line: string): string[] {
  return Array.from(line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g), (m) => m[1] ?? m[2] ?? m[3] ?? "");
}

describe("help", () => {
  it("lists every command in the overview", () => {
    for (const name of COMMAND_NAMES) {
      expect(formatOverview()).toContain(`  ${name.padEnd(10)}${COMMAND_HELP[name].summary}`);
    }
  });

  it.each(COMMAND_NAMES)(
    "of %s names each of its options, its exit status and two examples",
    (name) => {
      const text = formatCommandHelp(name);
      for (const option of COMMANDS[name].options)
        expect(text).toMatch(new RegExp(`^  --${option}\\b`, "m"));
      expect(text).toMatch(/Exit status:\n {2}0 {2}/);
      expect(COMMAND_HELP[name].examples.every((example) => example.startsWith("exhibit "))).toBe(
        true,
      );
    },
  );

  it("fits the terminal it is read on, and is no wider on a wide one", () => {
    const isExample = (row: string): boolean => row.startsWith("  exhibit ");
    const widest = (columns: number): number => {
      const isTerminal = true;
      const width = helpColumns({ isTerminal, columns });
      const texts = COMMAND_NAMES.map((name) => formatCommandHelp(name, width));
      const rows = [formatOverview(width), ...texts].join("\n").split("\n");
      return Math.max(...rows.filter((row) => !isExample(row)).map((row) => displayWidth(row)));
    };
    expect(widest(60)).toBeLessThanOrEqual(60);
    expect(widest(200)).toBeLessThanOrEqual(80);
    expect(helpColumns({ isTerminal: false, columns: 60 })).toBe(80);
  });

  it("says that a terminal shows a part of a long passage, and how to see all of it", () => {
    expect(formatCommandHelp("search").replace(/\s+/g, " ")).toContain(
      "⋮ counts the lines left out; --detail section, or a pipe, shows every line.",
    );
  });

  it("gives examples that the command line accepts", () => {
    for (const name of COMMAND_NAMES) {
      for (const example of COMMAND_HELP[name].examples) {
        for (const call of example.split(" | ")) {
          const invocation = parseArguments(shellWords(call).slice(1));
          expect(invocation.command).not.toBe("none");
        }
      }
    }
  });
});
