import { describe, expect, it } from "vitest";
import type { BundleRecord } from "../../../src/model/ledger-record.ts";
import { classifyFailure } from "../../../src/pipeline/ledger/classify-failure.ts";
import {
  countWandering,
  findPrematureStop,
} from "../../../src/pipeline/ledger/disclosure-failures.ts";
import type { Need } from "../../../src/pipeline/ledger/need.ts";
import {
  aBundleRecord,
  aLedgerEntry,
  type CandidateStory,
  fileRef,
} from "../../builders/a-bundle-record.ts";

const FIX = "docs/deadlock.md";
const NEEDED: Need = { artifact: fileRef(FIX), part: { heading: "Scope of the fix" } };

/** The anchor says that there is a fix; only the section says that it is one for imports and that exports still hang. */
const ANCHOR: CandidateStory = {
  path: FIX,
  heading: "Scope of the fix",
  granularity: "anchor",
  text: "Deadlock › Scope of the fix: the deadlock is fixed in the import path. Not shown: Scope of the fix.",
  notShown: ["Scope of the fix"],
  expansions: ["section", "full"],
};
const SECTION: CandidateStory = {
  ...ANCHOR,
  granularity: "section",
  text: "The import path takes the lock once. The export path still takes it twice and hangs.",
};
const OTHER: CandidateStory = { path: "docs/other.md", verdict: "defer", expansions: ["section"] };

const bundle = (
  id: string,
  stories: readonly CandidateStory[],
  asked: string | "none" = "none",
): BundleRecord =>
  aBundleRecord(stories, {
    id,
    tokens: 100,
    previous: id === "B1" ? "none" : `B${Number(id.slice(1)) - 1}`,
    expansion:
      asked === "none" ? "none" : { label: asked, to: "section", because: "which path is it" },
  });

describe("stopping too early", () => {
  it("is found where the expansion that was needed was offered and nobody asked for it (DIS-09, FAI-08)", () => {
    const chain = [bundle("B1", [ANCHOR, OTHER]), bundle("B2", [ANCHOR], "D1")];
    expect(findPrematureStop(chain, NEEDED)).toEqual({
      stage: "admission_miss",
      kind: "never_expanded",
      handle: { bundle: "B2", kind: "exhibit", label: "E1", candidate: "c1", to: "section" },
    });
  });

  it("is a miss of admission and not of the search, with a kind of its own (DIS-10)", () => {
    const entry = aLedgerEntry(bundle("B1", [ANCHOR, OTHER]));
    const facts = { resolves: true, inCorpus: true, sharesTerms: true, chain: [] };
    expect(classifyFailure(entry, NEEDED, facts)).toMatchObject({
      stage: "admission_miss",
      kind: "never_expanded",
      owner: "admission",
    });
  });

  it("is not found where it was asked for, where it was shown, and where nothing could be asked for", () => {
    const start = bundle("B1", [ANCHOR]);
    expect(findPrematureStop([start, bundle("B2", [SECTION], "E1")], NEEDED)).toBe("none");
    // Asked for, and not given.
    expect(findPrematureStop([start, bundle("B2", [], "E1")], NEEDED)).toBe("none");
    const closed: CandidateStory = { ...ANCHOR, expansions: [] };
    expect(findPrematureStop([bundle("B1", [closed])], NEEDED)).toBe("none");
    expect(findPrematureStop([], NEEDED)).toBe("none");
  });

  it("is found where less was asked for than would have shown it", () => {
    const named: CandidateStory = {
      ...ANCHOR,
      verdict: "defer",
      expansions: ["anchor", "section"],
    };
    const asked = bundle("B2", [], "D1");
    const less = {
      ...asked,
      expansion: { label: "D1", to: "anchor", because: "what is it" },
    } as const;
    expect(findPrematureStop([bundle("B1", [named]), less], NEEDED)).toMatchObject({
      handle: { bundle: "B1", kind: "deferred", label: "D1", to: "section" },
    });
  });
});

describe("wandering", () => {
  it("counts what was asked for after the needed material had been shown (DIS-12, FAI-08)", () => {
    // A and B lead to it; C, D and E come after.
    const chain = [
      bundle("B1", [ANCHOR, OTHER]),
      bundle("B2", [SECTION], "E1"),
      bundle("B3", [SECTION], "D1"),
      bundle("B4", [SECTION]),
      bundle("B5", [SECTION], "D2"),
    ];
    expect(countWandering(chain, NEEDED)).toEqual({
      shownIn: "B2",
      expansions: 2,
      searches: 1,
      tokens: 300,
    });
  });

  it("is none where the reader stopped there, and cannot begin before it was shown", () => {
    const stopped = [bundle("B1", [ANCHOR]), bundle("B2", [SECTION], "E1")];
    const none = { expansions: 0, searches: 0, tokens: 0 };
    expect(countWandering(stopped, NEEDED)).toEqual({ shownIn: "B2", ...none });
    const never = [bundle("B1", [ANCHOR]), bundle("B2", [ANCHOR], "D1")];
    expect(countWandering(never, NEEDED)).toEqual({ shownIn: "never", ...none });
  });
});
