import { describe, expect, it } from "vitest";
import { EngineError } from "../../../../src/errors.ts";
import { formatInspection } from "../../../../src/interfaces/cli/inspect/format-inspect.ts";
import { listPassages } from "../../../../src/interfaces/cli/inspect/list-passages.ts";
import { parseSavedResponse } from "../../../../src/interfaces/cli/inspect/saved-response.ts";
import type { SearchResponse } from "../../../../src/model/search-response.ts";
import { aHit, aSearchResponse } from "../../../builders/a-response.ts";
import { aView } from "../../../builders/a-view.ts";

const save = (response: unknown): string => JSON.stringify(response);
const inspect = (response: SearchResponse): string => {
  const saved = parseSavedResponse("a.json", save(response));
  return formatInspection(saved, listPassages(saved), aView());
};

describe("a saved response", () => {
  it("lists every passage with lines, date and gaps (CIT-16)", () => {
    const text = inspect(
      aSearchResponse({ gaps: [{ code: "term_unmatched", subject: "chimney" }] }),
    );
    expect(text).toContain("1. docs/kilns.md:31-32");
    expect(text).toContain("observed 2026-10-01, 14 days ago (declared)");
    expect(text).toContain("31 │ The night shift may light kiln 2.");
    expect(text).toContain('No passage holds "chimney"');
    expect(text).not.toContain("altered");
  });

  it("names an excerpt that was altered after it was cited", () => {
    const altered = aSearchResponse({ hits: [aHit({ excerpt: "Anybody may light kiln 2." })] });
    expect(inspect(altered)).toContain("it was altered");
    expect(listPassages({ ...altered })[0]?.excerptHash).toBe("differs");
  });

  it("accepts an excerpt that was hashed as UTF-16", () => {
    const { citation } = aHit();
    // sha256 of "päge" as UTF-16LE, first 16 digits.
    const hit = aHit({
      excerpt: "päge",
      citation: { ...citation, excerptSha256: "40f432c222c28322" },
    });
    expect(listPassages({ hits: [hit] })[0]?.excerptHash).toBe("matches");
  });

  it("shows a gap of a newer version by its code instead of failing", () => {
    const response = { ...aSearchResponse(), gaps: [{ code: "moon_eclipsed", subject: "moon" }] };
    const saved = parseSavedResponse("a.json", save(response));
    expect(formatInspection(saved, [], aView())).toContain("moon_eclipsed");
  });

  it.each([
    ["no JSON", "{", "is no JSON"],
    ["another document", '{"schema":"other/1"}', "is no saved response"],
    ["an array", "[]", "is no saved response"],
    [
      "one whose authority was forged",
      save({ ...aSearchResponse(), authority: { kind: "orientation", mayAuthorize: true } }),
      "authority.mayAuthorize",
    ],
    ["one without freshness", save({ ...aSearchResponse(), freshness: undefined }), "freshness"],
  ])("is refused when it is %s", (_name, text, message) => {
    expect(() => parseSavedResponse("a.json", text)).toThrow(EngineError);
    expect(() => parseSavedResponse("a.json", text)).toThrow(message);
  });
});
