import { describe, expect, it } from "vitest";
import { matchExactly } from "../../../src/pipeline/gather/match-exactly.ts";
import { readTaskNames } from "../../../src/pipeline/gather/task-names.ts";

const CANDIDATE = {
  path: "src/host/load-config.ts",
  title: "Configuration",
  headingPath: ["Configuration", "Retention rules"],
  defined: ["loadConfig", "DEFAULTS", "parse"],
};

const match = (task: string, given: Partial<typeof CANDIDATE> = {}): string =>
  matchExactly(readTaskNames(task), { ...CANDIDATE, ...given });

describe("what a task names exactly", () => {
  it.each([
    ["why does src/host/load-config.ts refuse unknown keys", "path"],
    ["look at ./src/host/load-config.ts:12-30", "path"],
    ["see host/load-config.ts", "path"],
    ["what does load-config.ts do", "path"],
    ["where is loadConfig called", "identifier"],
    ["what does `parse` return", "identifier"],
    ["what is under Retention Rules", "none"],
    ['the section "retention rules"', "heading"],
    ["Retention rules", "heading"],
    ["explain `Configuration`", "title"],
  ])("%s: %s", (task, expected) => {
    expect(match(task)).toBe(expected);
  });

  it("is no ordinary word, though a text is called by it", () => {
    expect(match("how is the configuration read and what does it parse")).toBe("none");
    expect(match("read the defaults and load the config")).toBe("none");
  });

  it("is no file name that every folder has", () => {
    expect(match("fix README.md", { path: "packages/a/README.md" })).toBe("none");
    expect(match("fix packages/a/README.md", { path: "packages/a/README.md" })).toBe("path");
  });

  it("is a heading of the shape of an identifier, in whatever case", () => {
    expect(match("what did adr-0012 decide", { headingPath: ["ADR-0012"] })).toBe("heading");
    expect(match("what happened in incident-17", { title: "incident-17", headingPath: [] })).toBe(
      "title",
    );
  });

  it("is a heading that stands in the task by its own capitals, or is too long for chance", () => {
    const headings = { headingPath: ["Two-Phase Borrows"] };
    expect(match("how do Two-Phase Borrows work", headings)).toBe("heading");
    expect(match("how do two-phase borrows work", headings)).toBe("none");
    const long = { headingPath: ["who may break a lock"] };
    expect(match("I ask who may break a lock here", long)).toBe("heading");
    expect(match("I ask who may break a locker here", long)).toBe("none");
  });

  it("reads any text at all", () => {
    for (const text of ["", "`", '"', "\ud800", "a/".repeat(5_000), "``` ```", "…:3-9"]) {
      expect(matchExactly(readTaskNames(text), CANDIDATE)).toBe("none");
    }
  });
});
