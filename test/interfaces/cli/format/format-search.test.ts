import { describe, expect, it } from "vitest";
import { formatSearch } from "../../../../src/interfaces/cli/format/format-search.ts";
import { createPaint } from "../../../../src/interfaces/cli/paint.ts";
import { aHit, anEnvelope, aSearchResponse } from "../../../builders/a-response.ts";
import { aView } from "../../../builders/a-view.ts";

describe("a search for a reader", () => {
  it("shows the place first, lines under their numbers, age with basis, and gaps last", () => {
    const response = aSearchResponse({
      gaps: [
        { code: "term_unmatched", subject: "chimney" },
        { code: "file_binary", subject: "a.bin" },
      ],
    });
    expect(formatSearch(response, aView())).toBe(
      [
        "docs/kilns.md:31-32 @fedcba9876543210",
        "Kilns › Night firing",
        "31 │ The night shift may light kiln 2.",
        "32 │ Kiln 4 stays cold.",
        "observed 2026-10-01, 14 days ago (declared) · has light · lacks chimney",
        "",
        'Weak evidence: no passage holds "chimney". Found text is orientation, never permission.',
        "",
        "Index  matches its inputs; generation 3, built 2026-10-15 10:02 UTC",
        "Dates  oldest observation 2026-10-01, 14 days ago; older than 7 days",
        "Live   not checked against the upstream",
        "Gaps   a.bin is binary and was skipped.",
      ].join("\n"),
    );
  });

  it("says whose an entry is, how it was made, and what took its place or its project (STO-02)", () => {
    const hit = aHit({
      origin: "agent-generated",
      entry: {
        kind: "tool_result",
        role: "tool",
        session: "4f1c",
        marks: ["failed", "sidechain"],
        quarantined: true,
        supersededBy: "artifact://memory/note/0011223344556677",
      },
      citation: {
        ...aHit().citation,
        path: "artifact://sessions/claude-code/0123456789abcdef",
        state: "gone",
      },
    });
    const text = formatSearch(aSearchResponse({ hits: [hit] }), aView());
    expect(text.split("\n").slice(0, 8)).toEqual([
      "artifact://sessions/claude-code/0123456789abcdef#L31-L32 @fedcba9876543210",
      "Kilns › Night firing",
      "31 │ The night shift may light kiln 2.",
      "32 │ Kiln 4 stays cold.",
      "! gone: the file no longer holds it",
      "! superseded by artifact://memory/note/0011223344556677",
      "! in quarantine: which project it belongs to is not known",
      "observed 2026-10-01, 14 days ago (declared) · tool result of session 4f1c (failed, sidechain) · agent-generated · has light · lacks chimney",
    ]);
  });

  it("says that covering every word is not answering the question (CIT-09)", () => {
    const { retrieval } = aSearchResponse();
    const text = formatSearch(
      aSearchResponse({ retrieval: { ...retrieval, evidence: "covered" } }),
      aView(),
    );
    expect(text).toContain("whether it answers it was not judged");
    expect(text).toContain("never permission");
  });

  it("never lets a failed source look like an empty result", () => {
    const response = aSearchResponse({
      hits: [],
      completeness: {
        complete: false,
        sources: [
          {
            name: "records",
            status: "failed",
            hits: 0,
            newestObserved: "unknown",
            reason: "the renderer ended with 3",
          },
        ],
      },
    });
    const text = formatSearch(response, aView());
    expect(text.split("\n")[0]).toBe(
      '! The source "records" is failed: the renderer ended with 3. This answer is incomplete.',
    );
    expect(text).toContain("not the same as nothing there");
    expect(text).not.toContain("Nothing found:");
  });

  it("tells an empty index, a cap that holds nothing, and a real miss apart", () => {
    const gaps = ["owl", "moon"].map((subject) => ({ code: "term_unmatched", subject }) as const);
    const none = aSearchResponse({ hits: [], gaps });
    expect(formatSearch(none, aView())).toContain('no searched passage holds "owl" or "moon"');
    expect(formatSearch(aSearchResponse({ hits: [] }), aView())).toMatch(/^Nothing found\.$/m);
    const wordless = aSearchResponse({ hits: [], query: "?!" });
    expect(formatSearch(wordless, aView())).toContain("has no content word");
    const empty = aSearchResponse({ hits: [], gaps: [{ code: "index_empty" }] });
    expect(formatSearch(empty, aView())).toContain("Nothing is indexed here");
    const budget = { ...anEnvelope("x").budget, dropped: 3 };
    expect(formatSearch(aSearchResponse({ hits: [], budget }), aView())).toContain(
      "none fits the cap",
    );
  });

  it("counts what did not fit, hits and gaps", () => {
    const budget = { capBytes: 2000, usedBytes: 1999, dropped: 4, droppedGaps: 1 };
    const text = formatSearch(aSearchResponse({ budget }), aView());
    expect(text).toContain("4 passages did not fit in 2,000 bytes");
    expect(text).toContain("1 more gap did not fit in 2,000 bytes");
  });

  it("tells a hit shortened on request from one that the cap cut", () => {
    const shown = (truncated: "anchor" | "cap"): string =>
      formatSearch(aSearchResponse({ hits: [aHit({ truncated })] }), aView());
    expect(shown("anchor")).toContain("shortened to an anchor");
    expect(shown("anchor")).not.toContain("to fit the cap");
    expect(shown("cap")).toContain("cut to fit the cap");
  });

  it("ends on one row when nothing of the three answers asks for attention (FRE-05)", () => {
    const envelope = anEnvelope("x");
    const sources = { ...envelope.freshness.sources, stale: false, unknownDates: 1 };
    const quiet = { ...envelope.freshness, sources };
    expect(
      formatSearch(aSearchResponse({ freshness: quiet }), aView())
        .split("\n")
        .at(-1),
    ).toBe(
      "Index matches its inputs (generation 3) · Dates oldest observation 2026-10-01, 14 days ago; 1 text shown declares no date · Live not checked against the upstream",
    );
    const projection = { ...quiet.projection, state: "last_good" } as const;
    for (const freshness of [
      envelope.freshness,
      { ...quiet, projection },
      { ...quiet, projection: { ...projection, state: "unchecked" } as const },
    ]) {
      expect(formatSearch(aSearchResponse({ freshness }), aView())).toMatch(/^Index {2}/m);
    }
  });

  it("shows a citation that no longer stands where it was", () => {
    const { citation } = aHit();
    const moved = aHit({
      citation: {
        ...citation,
        state: "relocated",
        relocatedTo: { startLine: 20, endLine: 21 },
      },
    });
    expect(formatSearch(aSearchResponse({ hits: [moved] }), aView())).toContain(
      "! moved; now at lines 20-21",
    );
    const gone = aHit({ citation: { ...citation, state: "gone" } });
    expect(formatSearch(aSearchResponse({ hits: [gone] }), aView())).toContain("! gone");
  });

  it("shows a score only when it is explained", () => {
    expect(formatSearch(aSearchResponse(), aView())).not.toContain("7.25");
    const explained = aHit({
      explanation: {
        value: 7.25,
        description: "sum",
        details: [{ value: 7.125, description: "light in body", details: [] }],
      },
    });
    const text = formatSearch(aSearchResponse({ hits: [explained] }), aView());
    expect(text).toContain("score 7.2500");
    expect(text).toContain("  7.1250  light in body");
  });

  it("marks matched words and nothing else when colors are on", () => {
    const text = formatSearch(aSearchResponse(), aView({ paint: createPaint(true) }));
    expect(text).toContain("may \u001b[1;33mlight\u001b[22;39m kiln");
    expect(text).not.toContain("\u001b[1;33mKiln");
  });

  it("shows a terminal the lines with matches and counts the others", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
    lines[20] = "the light is here";
    const hit = aHit({
      excerpt: lines.join("\n"),
      citation: { ...aHit().citation, startLine: 1, endLine: 30 },
    });
    const text = formatSearch(aSearchResponse({ hits: [hit] }), aView({ wholeExcerpts: false }));
    expect(text).toContain("21 │ the light is here");
    expect(text).toContain("13 more above");
    expect(text).toContain("9 more below");
    expect(text).not.toContain(" 1 │ line 1");
  });
});
