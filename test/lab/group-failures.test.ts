import { describe, expect, it } from "vitest";
import { groupFailures } from "../../src/lab/group-failures.ts";
import type { FailureReport } from "../../src/model/failure.ts";
import type { UseRecord } from "../../src/model/ledger-record.ts";
import { classifyFailure, type NeedFacts } from "../../src/pipeline/ledger/classify-failure.ts";
import {
  aBundleRecord,
  aLedgerEntry,
  type CandidateStory,
  fileRef,
} from "../builders/a-bundle-record.ts";

const KNOWN: NeedFacts = { resolves: true, inCorpus: true, sharesTerms: true, chain: [] };
const NO_USE: UseRecord = {
  bundle: "B1",
  at: "2026-10-15T10:00:00.000Z",
  from: "file",
  answerSha256: "a".repeat(64),
  used: [],
  unused: ["E1"],
  uncitedSentences: [],
  unknownCitations: [],
};

/** Why `docs/c1.md` did not help, where its story is this one. */
function why(
  story: CandidateStory,
  facts: Partial<NeedFacts> = {},
  path = "docs/c1.md",
): FailureReport {
  const isShown = (story.verdict ?? "admit") === "admit";
  const entry = aLedgerEntry(aBundleRecord([story]), {
    uses: isShown ? [NO_USE] : [],
    outcomes: [{ bundle: "B1", at: "2026-10-15T11:00:00.000Z", outcome: "failure", note: "none" }],
  });
  return classifyFailure(entry, { artifact: fileRef(path), part: "any" }, { ...KNOWN, ...facts });
}

describe("failures of many tasks", () => {
  it("stand under who mends them, what an answer ignored never under admission (FAI-06)", () => {
    const reports = [
      why({}),
      why({ verdict: "reject", reason: "below_threshold" }),
      why({ verdict: "reject", reason: "budget" }),
      why({ verdict: "reject", reason: "below_threshold" }),
      why({ verdict: "reject", recovery: "failed" }),
      why({}, { sharesTerms: false }, "docs/other.md"),
    ];
    const groups = groupFailures(reports);
    expect(groups.map(({ owner, kinds }) => [owner, kinds])).toEqual([
      ["recovery", [{ kind: "unresolved", count: 1 }]],
      ["retrieval", [{ kind: "vocabulary_mismatch", count: 1 }]],
      [
        "admission",
        [
          { kind: "rejected", count: 2 },
          { kind: "budget", count: 1 },
        ],
      ],
      ["use", [{ kind: "unused", count: 1 }]],
      ["nobody", []],
    ]);
    const stages = groups.find(({ owner }) => owner === "admission")?.failures;
    expect(new Set(stages?.map(({ stage }) => stage))).toEqual(new Set(["admission_miss"]));
    expect(groups.flatMap(({ failures }) => failures)).toHaveLength(reports.length);
  });

  it("have a group for every owner, also where there are none", () => {
    expect(groupFailures([]).map(({ failures }) => failures)).toEqual([[], [], [], [], []]);
  });
});
