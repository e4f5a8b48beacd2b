import { describe, expect, it } from "vitest";
import type { FailureReport } from "../../../src/model/failure.ts";
import type { LedgerEntry, OutcomeRecord, UseRecord } from "../../../src/model/ledger-record.ts";
import { classifyFailure, type NeedFacts } from "../../../src/pipeline/ledger/classify-failure.ts";
import type { Need } from "../../../src/pipeline/ledger/need.ts";
import {
  aBundleRecord,
  aGeneratorReport,
  aLedgerEntry,
  type CandidateStory,
  fileRef,
} from "../../builders/a-bundle-record.ts";

const RULES = "docs/rules.md";
const NEEDED: Need = { artifact: fileRef(RULES), part: "any" };
const KNOWN: NeedFacts = { resolves: true, inCorpus: true, sharesTerms: true, chain: [] };

const rules = (story: CandidateStory = {}): CandidateStory => ({
  path: RULES,
  heading: "Approval",
  lines: [10, 15],
  ...story,
});
const OTHER: CandidateStory = { path: "docs/other.md" };

const classify = (
  entry: LedgerEntry,
  facts: Partial<NeedFacts> = {},
  part: Need["part"] = "any",
): FailureReport => classifyFailure(entry, { ...NEEDED, part }, { ...KNOWN, ...facts });

/** `stage kind owner: evidence`, without the words that every stage has. */
const said = ({ evidence, kind, owner, stage }: FailureReport): string =>
  `${stage} ${kind} ${owner}: ${evidence.join(" ")}`;

const ofStories = (...stories: readonly CandidateStory[]): LedgerEntry =>
  aLedgerEntry(aBundleRecord(stories));

const aUse = (labels: readonly string[], bundle = "B1"): UseRecord => ({
  bundle,
  at: "2026-10-15T10:00:00.000Z",
  from: "file",
  answerSha256: "0".repeat(64),
  used: labels.map((label) => ({ label, by: "citation", quote: `[${label}]`, line: 1 })),
  unused: [],
  uncitedSentences: [],
  unknownCitations: [],
});
const anOutcome = (outcome: OutcomeRecord["outcome"], at = "2026-10-15T11:00:00.000Z") => ({
  ...{ bundle: "B1", at, outcome },
  note: "none",
});

describe("the stage that failed", () => {
  it("is recovery where the reference did not resolve, whatever the gate said of it (FAI-03)", () => {
    const failed = ofStories(OTHER, rules({ recovery: "failed", verdict: "reject" }));
    expect(said(classify(failed))).toBe(
      "recovery_failure unresolved recovery: candidate:c2 decision:2",
    );
    const refused = ofStories(rules({ verdict: "reject", reason: "recovery_failed" }));
    expect(classify(refused).stage).toBe("recovery_failure");
  });

  it("is recovery where its text cannot be read back, also when it was no candidate (FAI-03)", () => {
    expect(said(classify(ofStories(OTHER), { resolves: false }))).toBe(
      "recovery_failure unresolved recovery: generator:1",
    );
    const deferred = ofStories(rules({ verdict: "defer", expansions: ["section"] }));
    expect(said(classify(deferred, { resolves: false }))).toBe(
      "recovery_failure unresolved recovery: candidate:c1 decision:1",
    );
  });

  it.each([
    ["not_in_corpus", { inCorpus: false }],
    ["vocabulary_mismatch", { sharesTerms: false }],
    ["outranked", {}],
    ["unknown_cause", { sharesTerms: "unknown" }],
    ["unknown_cause", { inCorpus: "unknown" }],
  ] as const)(
    "is the search where it never was a candidate: %s (FAI-01, FAI-13)",
    (kind, facts) => {
      expect(said(classify(ofStories(OTHER), facts))).toBe(
        `candidate_miss ${kind} retrieval: generator:1`,
      );
    },
  );

  it("is the search where the source was not asked or did not answer", () => {
    const withReports = (...reports: readonly Partial<Parameters<typeof aGeneratorReport>[0]>[]) =>
      aLedgerEntry(aBundleRecord([OTHER], { generators: reports.map(aGeneratorReport) }));
    const sessions = { source: "sessions", generator: "timeline" } as const;
    expect(said(classify(withReports(sessions)))).toBe(
      "candidate_miss not_asked retrieval: generator:1",
    );
    expect(said(classify(withReports(sessions, { status: "not_asked" })))).toBe(
      "candidate_miss not_asked retrieval: generator:2",
    );
    expect(said(classify(withReports(sessions, { status: "failed" })))).toBe(
      "candidate_miss source_failed retrieval: generator:2",
    );
    expect(said(classify(withReports({ status: "missing" }), { inCorpus: false }))).toBe(
      "candidate_miss not_in_corpus retrieval: generator:1",
    );
    expect(classify(withReports()).evidence).toEqual([]);
  });

  it("is the search where another section of the same artifact was the candidate", () => {
    const entry = ofStories(rules({ verdict: "reject", reason: "below_threshold" }));
    expect(classify(entry, {}, { heading: "Approval" }).stage).toBe("admission_miss");
    expect(classify(entry, {}, { startLine: 15, endLine: 40 }).stage).toBe("admission_miss");
    expect(classify(entry, {}, { heading: "Signatures" }).stage).toBe("candidate_miss");
    expect(classify(entry, {}, { startLine: 16, endLine: 40 }).stage).toBe("candidate_miss");
  });

  it.each([
    ["rejected", { verdict: "reject", reason: "below_threshold" }, "candidate:c2 decision:2"],
    ["rejected", { verdict: "reject", reason: "out_of_scope" }, "candidate:c2 decision:2"],
    ["deferred", { verdict: "defer", reason: "next_best" }, "candidate:c2 decision:2"],
    [
      "never_expanded",
      { verdict: "defer", reason: "next_best", expansions: ["section"] },
      "candidate:c2 deferred:D1",
    ],
    [
      "never_expanded",
      { granularity: "anchor", expansions: ["section", "full"] },
      "candidate:c2 exhibit:E2",
    ],
    [
      "budget",
      { verdict: "defer", reason: "budget", expansions: ["section"] },
      "candidate:c2 decision:2",
    ],
    ["budget", { verdict: "reject", reason: "below_fidelity" }, "candidate:c2 decision:2"],
  ] as const)(
    "is the gate where it was a candidate and did not enter: %s (FAI-02)",
    (kind, story, proof) => {
      expect(said(classify(ofStories(OTHER, rules(story))))).toBe(
        `admission_miss ${kind} admission: ${proof}`,
      );
    },
  );

  it("is the gate where it was admitted and the bundle had no room for it", () => {
    const { record } = ofStories(OTHER, rules());
    const entry = aLedgerEntry({ ...record, exhibits: record.exhibits.slice(0, 1) });
    expect(said(classify(entry))).toBe("admission_miss budget admission: candidate:c2 decision:2");
  });

  it("is the gate where a section that was shown names the needed one and nobody asked for it", () => {
    const entry = ofStories(rules({ notShown: ["Signatures"], expansions: ["full"] }));
    expect(said(classify(entry, {}, { heading: "Signatures" }))).toBe(
      "admission_miss never_expanded admission: candidate:c1 exhibit:E1",
    );
  });

  it("is the search where more of another section is all that could be asked for", () => {
    const entry = ofStories(rules({ granularity: "anchor", expansions: ["section"] }));
    expect(classify(entry, {}, { heading: "Signatures" }).stage).toBe("candidate_miss");
    expect(classify(entry, {}, { heading: "Approval" }).kind).toBe("never_expanded");
  });

  it("is the use where the bundle held it and no answer touches it (FAI-04, FAI-05)", () => {
    const entry = { ...ofStories(rules(), OTHER), uses: [aUse(["E2"]), aUse([])] };
    expect(said(classify(entry))).toBe("use_failure unused use: exhibit:E1 use:1 use:2");
    const failed = { ...entry, outcomes: [anOutcome("success"), anOutcome("failure", "2027")] };
    expect(classify(failed).stage).toBe("use_failure");
  });

  it("is none of the context's where it was used, where no answer was looked at, and where the task succeeded without it", () => {
    const shown = ofStories(OTHER, rules());
    expect(said(classify({ ...shown, uses: [aUse([]), aUse(["E2"])] }))).toBe(
      "not_a_context_failure none nobody: exhibit:E2 use:2",
    );
    expect(said(classify(shown))).toBe("not_a_context_failure unknown_use nobody: exhibit:E2");
    const succeeded = { ...shown, uses: [aUse(["E1"])], outcomes: [anOutcome("success")] };
    expect(said(classify(succeeded))).toBe(
      "not_a_context_failure none nobody: exhibit:E2 use:1 outcome:1",
    );
  });

  it("is none of the context's where the reader had it already", () => {
    const entry = ofStories(rules({ verdict: "reject", reason: "already_resident" }));
    expect(said(classify(entry))).toBe(
      "not_a_context_failure unknown_use nobody: candidate:c1 decision:1",
    );
  });

  it("takes what a later bundle of the chain shows for admitted, and names its records with its id", () => {
    const first = ofStories(rules({ verdict: "defer", expansions: ["section"] }));
    const second = aLedgerEntry(
      aBundleRecord([rules()], {
        id: "B2",
        previous: "B1",
        expansion: { label: "D1", to: "section", because: "it names the owner" },
      }),
      { uses: [aUse([], "B2")] },
    );
    expect(said(classify(first, { chain: [second] }))).toBe(
      "use_failure unused use: B2/exhibit:E1 B2/use:1",
    );
  });

  it("looks for the candidate in the whole chain: a bundle that only expands something has others", () => {
    const first = ofStories(OTHER, rules({ verdict: "reject", reason: "below_threshold" }));
    const second = aLedgerEntry(aBundleRecord([OTHER], { id: "B2", previous: "B1" }));
    expect(said(classify(second, { chain: [first] }))).toBe(
      "admission_miss rejected admission: B1/candidate:c2 B1/decision:2",
    );
  });

  it("knows a section by the words of its heading, also as an anchor writes them", () => {
    const entry = ofStories(rules({ heading: "Who may Approve?" }));
    for (const heading of ["Who may approve?", "who-may-approve", "Guide"]) {
      expect(classify(entry, {}, { heading }).kind, heading).toBe("unknown_use");
    }
    expect(classify(entry, {}, { heading: "approve" }).stage).toBe("candidate_miss");
    expect(classify(entry, {}, { heading: "Guide" }).section).toBe("Guide");
    expect(classify(entry, {}, { startLine: 3, endLine: 12 }).section).toBe("L3-L12");
  });
});
