import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const FOLDER = new URL("../../../src/analysis/text/", import.meta.url);
const sources = readdirSync(FOLDER).map((name) => readFileSync(new URL(name, FOLDER), "utf8"));

describe("the parsing libraries", () => {
  it("are loaded when the first text needs them, so that a search does not pay for them", () => {
    const eager = /^import (?!type\b)[^;]*?from "(?:markdown-it|yaml)"/m;
    const lazy = /await import\("yaml"\)|= import\("markdown-it"\)/;
    expect(sources.filter((source) => eager.test(source))).toEqual([]);
    expect(sources.filter((source) => lazy.test(source))).toHaveLength(2);
  });
});
