import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FailureKind, FailureOwner, FailureStage } from "../../../src/model/failure.ts";
import type { LedgerEntry } from "../../../src/model/ledger-record.ts";
import { classifyFailure, type NeedFacts } from "../../../src/pipeline/ledger/classify-failure.ts";
import {
  aBundleRecord,
  aGeneratorReport,
  aLedgerEntry,
  type CandidateStory,
  fileRef,
} from "../../builders/a-bundle-record.ts";

/** Which kinds a stage has, and whose it is. */
const STAGES: Readonly<Record<FailureStage, readonly [FailureOwner, readonly FailureKind[]]>> = {
  recovery_failure: ["recovery", ["unresolved"]],
  candidate_miss: [
    "retrieval",
    [
      ...(["vocabulary_mismatch", "not_in_corpus", "not_asked"] as const),
      ...(["source_failed", "outranked", "unknown_cause"] as const),
    ],
  ],
  admission_miss: ["admission", ["rejected", "deferred", "never_expanded", "budget"]],
  use_failure: ["use", ["unused"]],
  not_a_context_failure: ["nobody", ["unknown_use", "none"]],
};

const PATHS = ["docs/a.md", "docs/b.md", "docs/c.md"] as const;

const stories: fc.Arbitrary<CandidateStory> = fc.record(
  {
    path: fc.constantFrom(...PATHS),
    heading: fc.constantFrom("Approval", "Signatures"),
    lines: fc.constantFrom<readonly [number, number]>([1, 9], [10, 15], [12, 30]),
    verdict: fc.constantFrom("admit", "reject", "defer", "expand"),
    reason: fc.constantFrom(
      ...(["evidence_strong", "budget", "below_threshold", "already_resident"] as const),
      ...(["recovery_failed", "next_best", "below_fidelity", "redundant"] as const),
    ),
    granularity: fc.constantFrom("identity", "anchor", "span", "section", "full"),
    expansions: fc.subarray(["anchor", "section", "full"] as const),
    recovery: fc.constant("failed" as const),
  },
  { requiredKeys: ["path", "heading", "verdict", "reason"] },
);

const anEntry = (id: string, previous: string): fc.Arbitrary<LedgerEntry> =>
  fc
    .record({
      stories: fc.array(stories, { maxLength: 5 }),
      status: fc.constantFrom("ok", "failed", "missing", "stale", "not_asked"),
      source: fc.constantFrom("files", "sessions"),
      uses: fc.array(fc.subarray(["E1", "E2", "E3"]), { maxLength: 2 }),
      outcomes: fc.array(fc.constantFrom("success", "failure"), { maxLength: 2 }),
      asked: fc.constantFrom("D1", "E1", "none"),
    })
    .map(({ asked, outcomes, source, status, stories: told, uses }) =>
      aLedgerEntry(
        aBundleRecord(told, {
          ...{ id, previous },
          generators: [
            aGeneratorReport({ source, status }),
            aGeneratorReport({ source: "memory" }),
          ],
          expansion:
            asked === "none" ? "none" : { label: asked, to: "section", because: "more of it" },
        }),
        {
          uses: uses.map((labels) => ({
            ...{ bundle: id, at: "2026", from: "file" as const, answerSha256: "" },
            used: labels.map((label) => ({ label, by: "citation", quote: "", line: 1 })),
            ...{ unused: [], uncitedSentences: [], unknownCitations: [] },
          })),
          outcomes: outcomes.map((outcome, at) => ({
            ...{ bundle: id, at: `202${at}`, outcome },
            note: "none",
          })),
        },
      ),
    );

/** The names of everything that a bundle has on record. */
function recordsOf({ outcomes, record, uses }: LedgerEntry): readonly string[] {
  const numbered = (name: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, nth) => `${name}:${nth + 1}`);
  return [
    ...record.candidates.map(({ id }) => `candidate:${id}`),
    ...record.decisions.map(({ step }) => `decision:${step}`),
    ...record.exhibits.map(({ label }) => `exhibit:${label}`),
    ...record.deferred.map(({ label }) => `deferred:${label}`),
    ...numbered("generator", record.generators.length),
    ...numbered("use", uses.length),
    ...numbered("outcome", outcomes.length),
  ];
}

const needs = fc.record({
  artifact: fc.constantFrom(...PATHS, "docs/nowhere.md").map(fileRef),
  part: fc.oneof(
    fc.constant("any" as const),
    fc.record({ heading: fc.constantFrom("Approval", "Nowhere") }),
    fc.constant({ startLine: 14, endLine: 16 }),
  ),
});
const known = fc.constantFrom<boolean | "unknown">(true, false, "unknown");

describe("whatever a task needed", () => {
  it("has exactly one stage, its owner, and evidence that is on record (FAI-07, FAI-11)", () => {
    const cases = fc.record({
      entry: anEntry("B2", "B1"),
      before: anEntry("B1", "none"),
      after: anEntry("B3", "B2"),
      neighbors: fc.subarray(["before", "after"] as const),
      need: needs,
      facts: fc.record({ resolves: known, inCorpus: known, sharesTerms: known }),
    });
    const seen = new Set<string>();
    fc.assert(
      fc.property(cases, ({ entry, facts, need, neighbors, ...others }) => {
        const chain = neighbors.map((name) => others[name]);
        const all: NeedFacts = { ...facts, chain };
        const report = classifyFailure(entry, need, all);
        const [owner, kinds] = STAGES[report.stage];
        expect(kinds).toContain(report.kind);
        expect(report.owner).toBe(owner);
        expect(report.evidence.length).toBeGreaterThan(0);
        const records = [
          ...recordsOf(entry),
          ...chain.flatMap((one) => recordsOf(one).map((name) => `${one.record.id}/${name}`)),
        ];
        for (const name of report.evidence) expect(records).toContain(name);
        expect(classifyFailure(entry, need, all)).toEqual(report);
        seen.add(report.kind);
      }),
      { numRuns: 1_500, seed: 4 },
    );
    // The cases must reach every kind, or the property says little.
    const all = Object.values(STAGES).flatMap(([, kinds]) => kinds);
    expect([...seen].sort()).toEqual([...all].sort());
  });

  it("is told in words of its own at each stage, and each stage is another owner's (FAI-10)", () => {
    const stages = Object.values(STAGES);
    const kinds = stages.flatMap(([, own]) => own);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(new Set(stages.map(([owner]) => owner)).size).toBe(stages.length);
  });
});
