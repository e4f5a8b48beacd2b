import { describe, expect, it } from "vitest";
import type { ProjectionFreshness, ProjectionState } from "../../../src/model/freshness.ts";
import type { Gap } from "../../../src/model/gap.ts";
import { reportCompleteness } from "../../../src/pipeline/respond/report-completeness.ts";
import { summarizeGaps } from "../../../src/pipeline/respond/summarize-gaps.ts";

function aProjection(state: ProjectionState): ProjectionFreshness {
  const refresh = { status: "not_needed", reason: "why" } as const;
  return { state, generation: 1, builtAt: "unknown", checkedAt: "unknown", refresh };
}

function aSource(name: "files" | "records", asked = true) {
  return { name, asked, isThere: true, hits: 0, newestObserved: "unknown" } as const;
}

function report(state: ProjectionState, gaps: readonly Gap[] = []) {
  return reportCompleteness([aSource("files"), aSource("records")], aProjection(state), gaps);
}

describe("reportCompleteness", () => {
  it("is complete when every source answered from a current projection", () => {
    expect(report("current").complete).toBe(true);
    expect(report("current").sources.map((s) => s.status)).toEqual(["ok", "ok"]);
  });

  it("is incomplete, with a reason, when the projection is not the inputs (REF-17)", () => {
    for (const state of [
      "stale",
      "last_good",
      "inconsistent",
      "unavailable",
      "unchecked",
    ] as const) {
      const { complete, sources } = report(state);
      expect(complete, state).toBe(false);
      expect(sources[0]?.reason, state).toBe(`the projection is ${state}`);
    }
  });

  it("is incomplete for the source that could not read a text, and for that one alone", () => {
    const unreadable: Gap = { code: "file_unreadable", subject: "records/a.jsonl" };
    const { complete, sources } = report("current", [{ ...unreadable, source: "records" }]);
    expect(complete).toBe(false);
    expect(sources.map((s) => s.status)).toEqual(["ok", "skipped"]);
    expect(report("current", [{ ...unreadable, source: "files" }]).sources[0]?.status).toBe(
      "skipped",
    );
  });

  it("is incomplete for every text that could not be read, whatever the reason", () => {
    const codes = [
      "artifact_vanished",
      "file_changing",
      "file_too_large",
      "file_undecodable",
      "file_unreadable",
      "path_not_utf8",
    ] as const;
    for (const code of codes) {
      expect(report("current", [{ code, source: "files" }]).complete, code).toBe(false);
    }
  });

  it("is incomplete when a module that the configuration expects is missing, from whichever source (COR-21)", () => {
    const { sources } = report("current", [{ code: "module_missing", subject: "owners.md" }]);
    expect(sources.map((s) => s.status)).toEqual(["skipped", "skipped"]);
  });

  it("stays complete when somebody deleted a file", () => {
    const deleted: Gap = { code: "module_missing", subject: "a.md", source: "files" };
    expect(report("current", [deleted]).complete).toBe(true);
  });

  it("says ok of a source that answered in part, and why that is not all", () => {
    const source = { ...aSource("records"), hits: 2 };
    const gaps: Gap[] = [{ code: "record_invalid", subject: "records/a.jsonl:3" }];
    const { complete, sources } = reportCompleteness([source], aProjection("current"), gaps);
    expect(complete).toBe(false);
    expect(sources).toMatchObject([{ status: "ok", hits: 2, reason: "1 could not be read" }]);
  });

  it("blames no source for a file that was removed", () => {
    expect(
      report("current", [{ code: "module_missing", subject: "a.md", source: "files" }]).complete,
    ).toBe(true);
  });

  it("stays complete for what a rule leaves out, such as a picture or a denied file", () => {
    const gaps: Gap[] = [
      { code: "file_binary", subject: "a.png" },
      { code: "denied", count: 2 },
    ];
    expect(report("current", gaps).complete).toBe(true);
  });

  it("says of a source that was not asked just that (DIA-10)", () => {
    const asked = [aSource("files"), aSource("records", false)];
    const { complete, sources } = reportCompleteness(asked, aProjection("current"), []);
    expect(complete).toBe(true);
    expect(sources[1]).toMatchObject({ status: "not_asked" });
  });
});

describe("summarizeGaps", () => {
  it("folds many gaps of a kind into the first with their count, and keeps a single one as it is", () => {
    const gaps: Gap[] = [
      { code: "file_binary", subject: "a.png" },
      { code: "denied", count: 3 },
      { code: "file_binary", subject: "b.png" },
      { code: "file_too_large", subject: "big.log", detail: "20 MB" },
    ];
    expect(summarizeGaps(gaps)).toEqual([
      { code: "denied", count: 3 },
      { code: "file_binary", subject: "a.png", count: 2 },
      { code: "file_too_large", subject: "big.log", detail: "20 MB" },
    ]);
  });
});
