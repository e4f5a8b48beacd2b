import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../../src/errors.ts";
import { COMMAND_NAMES } from "../../../src/interfaces/cli/command-names.ts";
import { OPTIONS } from "../../../src/interfaces/cli/options.ts";
import { parseArguments } from "../../../src/interfaces/cli/parse-arguments.ts";

/** The refusal a call gets, as code and message. */
function refusalOf(...words: string[]): { code: string; message: string } {
  try {
    parseArguments(words);
  } catch (error) {
    if (error instanceof EngineError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error(`${words.join(" ")} was not refused`);
}

describe("text of a question", () => {
  it("takes an unquoted question as words", () => {
    const { command, words } = parseArguments(["search", "who", "owns", "it?"]);
    expect({ command, words }).toEqual({ command: "search", words: ["who", "owns", "it?"] });
  });

  it("takes a word with dashes that is no option as text and remembers it for a note", () => {
    const invocation = parseArguments(["search", "--error-on-warnings"]);
    expect(invocation.words).toEqual(["--error-on-warnings"]);
    expect(invocation.dashedText).toEqual(["--error-on-warnings"]);
  });

  it("takes single dashes, negative numbers and colons literally, at any place", () => {
    const words = ["-1", "-Wall", "TODO:", "-", "node:fs", "(a|b", '"', "AND", "*"];
    expect(parseArguments(["search", ...words]).words).toEqual(words);
    expect(parseArguments(["search", "compile", "-Wall", "--limit", "3"]).words).toEqual([
      "compile",
      "-Wall",
    ]);
  });

  it("takes everything after two dashes as text, options included", () => {
    const { words, settings } = parseArguments(["search", "--json", "--", "--cap", "--", "-h"]);
    expect(words).toEqual(["--cap", "--", "-h"]);
    expect(settings).toEqual({ json: true });
  });

  it("takes a quoted sentence that begins with an option as text", () => {
    expect(parseArguments(["search", "--json output of the tool"]).words).toEqual([
      "--json output of the tool",
    ]);
  });

  it("takes any string whatever as text after two dashes", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (words) => {
        expect(parseArguments(["search", "--", ...words]).words).toEqual(words);
      }),
    );
  });
});

describe("refusals", () => {
  it("answers every possible call with an invocation or one of three refusals", () => {
    const word = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(...COMMAND_NAMES, ...Object.keys(OPTIONS).map((name) => `--${name}`)),
      fc
        .tuple(fc.constantFrom(...Object.keys(OPTIONS)), fc.string())
        .map(([n, v]) => `--${n}=${v}`),
      fc.constantFrom("--", "-", "-h", "--=", "--no-json", "--cpa", "1e12", "-1", "3-9"),
    );
    const codes = new Set<string>();
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        try {
          parseArguments(words);
          codes.add("parsed");
        } catch (error) {
          if (!(error instanceof EngineError)) throw error;
          codes.add(error.code);
        }
      }),
      { numRuns: 2000 },
    );
    expect([...codes].sort()).toEqual([
      "command_unknown",
      "option_invalid",
      "option_unknown",
      "parsed",
    ]);
  });

  it("refuses a near miss of an option with the likely one and the way out", () => {
    const refusal = refusalOf("search", "--lmit", "3", "ledger");
    expect(refusal.code).toBe("option_unknown");
    expect(refusal.message).toContain("Did you mean --limit?");
    expect(refusal.message).toContain('Put "--" before text');
    expect(refusalOf("search", "--exlude=a", "b").message).toContain("--exclude");
  });

  it("refuses any unknown option where no text is expected", () => {
    expect(refusalOf("status", "--error-on-warnings").code).toBe("option_unknown");
    expect(refusalOf("open", "-x").code).toBe("option_unknown");
    expect(refusalOf("--verbose", "search", "a").code).toBe("option_unknown");
  });

  it("names the commands that take an option which this one does not", () => {
    const refusal = refusalOf("search", "--rebuild", "ledger");
    expect(refusal.code).toBe("option_invalid");
    expect(refusal.message).toContain("refresh does");
  });

  it("suggests the command that was meant", () => {
    expect(refusalOf("serach", "ledger").message).toContain('"exhibit search"');
    expect(refusalOf("zzzz").message).toContain("exhibit --help");
  });

  it("suggests a search to somebody who typed a question without a command", () => {
    expect(refusalOf("who", "owns", "Anna's", "ledger?").message).toContain(
      "exhibit search 'who owns Anna'\\''s ledger?'",
    );
  });
});

describe("values", () => {
  it.each(["NaN", "1e12", "1.5", "", "0x10", "+3", "five"])("refuses %j as a limit", (value) => {
    expect(refusalOf("search", "a", "--limit", value)).toMatchObject({ code: "option_invalid" });
  });

  it.each(["1e12", "12k", "1,000"])("refuses %j as a cap", (value) => {
    const refusal = refusalOf("search", "a", `--cap=${value}`);
    expect(refusal.code).toBe("option_invalid");
    expect(refusal.message).toContain("--cap");
    expect(refusal.message).toContain(value);
  });

  it("leaves the range of a number to the engine, which knows it", () => {
    const { settings } = parseArguments(["search", "a", "--limit", "0", "--cap", "-1"]);
    expect(settings).toEqual({ limit: 0, cap: -1 });
  });

  it("refuses a missing value instead of taking the next option for it", () => {
    expect(refusalOf("search", "a", "--cap", "--json").message).toContain("needs a value");
    expect(refusalOf("search", "a", "--cap").message).toContain("needs a value");
    expect(refusalOf("search", "--heading", "--", "a").message).toContain("needs a value");
  });

  it("refuses a value where a flag takes none", () => {
    expect(refusalOf("search", "a", "--json=yes").message).toContain("takes no value");
  });

  it("collects repeatable options and lets the last of the others win", () => {
    const { settings } = parseArguments(
      "search a --path x --path=!y --kind code --kind rst --cap 5000 --cap 6000".split(" "),
    );
    expect(settings).toEqual({ path: ["x", "!y"], kind: ["code", "rst"], cap: 6000 });
  });

  it("reads line ranges, open ones too, and refuses the impossible", () => {
    const linesOf = (value: string): unknown =>
      parseArguments(["open", "a", "--lines", value]).settings.lines;
    expect(linesOf("3")).toEqual({ startLine: 3, endLine: 3 });
    expect(linesOf("3-9")).toEqual({ startLine: 3, endLine: 9 });
    expect(linesOf("3-")).toEqual({ startLine: 3, endLine: "end" });
    for (const value of ["0", "9-3", "-3", "a-b", "3-4-5"]) {
      expect(refusalOf("open", "a", `--lines=${value}`).code).toBe("option_invalid");
    }
  });

  it("takes options before the command", () => {
    const { command, settings, words } = parseArguments(["--workspace", "search", "search", "a"]);
    expect({ command, settings, words }).toEqual({
      command: "search",
      settings: { workspace: "search" },
      words: ["a"],
    });
  });
});
