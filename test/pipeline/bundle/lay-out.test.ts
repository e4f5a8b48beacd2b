import { describe, expect, it } from "vitest";
import type { Decision, Verdicts } from "../../../src/model/decision.ts";
import type { Pool } from "../../../src/model/pool.ts";
import { NOTHING_RESIDENT, type Resident } from "../../../src/model/resident.ts";
import { layOut } from "../../../src/pipeline/bundle/lay-out.ts";
import { occupancyOf } from "../../../src/pipeline/bundle/occupancy-of.ts";
import { aTextPool, decideAsTold, type TextStory } from "../../builders/a-laid-out-bundle.ts";

const ROOM = { tokens: 10_000, bytes: 100_000 };

function told(stories: readonly TextStory[], more: Partial<Parameters<typeof layOut>[0]> = {}) {
  const pool = aTextPool(stories);
  const verdicts = decideAsTold(pool, stories, ROOM);
  return layOut({ pool, verdicts, resident: NOTHING_RESIDENT, ...more });
}

/** The reader has the first candidate of a pool, in this form. */
function residentWith(pool: Pool, granularity: "anchor" | "section"): Resident {
  const [candidate] = pool.candidates;
  const offer = candidate?.offers.find((each) => each.granularity === granularity);
  if (candidate === undefined || offer === undefined) throw new Error("no such offer");
  return {
    bundle: "B1",
    tokens: 200,
    exhibits: [
      {
        ...{ label: "E1", artifact: candidate.artifact, version: candidate.citation.version },
        ...{ headingPath: [], lines: offer.lines, text: String(offer.text), tokens: offer.tokens },
        representation: { granularity, fidelity: offer.fidelity },
      },
    ],
  };
}

describe("a layout", () => {
  it("keeps the order of the pool, whatever the order of the decisions (ADM-25, ADM-27)", () => {
    const stories = [{ text: "one" }, { text: "two" }, { text: "three" }];
    const pool = aTextPool(stories);
    const verdicts = decideAsTold(pool, stories, ROOM);
    const turned: Verdicts = { ...verdicts, decisions: [...verdicts.decisions].reverse() };
    const { exhibits } = layOut({ pool, verdicts: turned, resident: NOTHING_RESIDENT });
    expect(exhibits.map(({ label, position, text }) => [label, position, text])).toEqual([
      ["E1", 1, "one"],
      ["E2", 2, "two"],
      ["E3", 3, "three"],
    ]);
  });

  it("shows nothing that was not admitted, however well it can be recovered (REF-23)", () => {
    const { exhibits, deferred } = told([
      { text: "one", verdict: "reject" },
      { text: "two", verdict: "defer" },
      { text: "three" },
    ]);
    expect(exhibits.map(({ candidate }) => candidate)).toEqual(["c3"]);
    expect(deferred.map(({ candidate, label }) => [candidate, label])).toEqual([["c2", "D1"]]);
  });

  it("lets the last decision about a candidate hold, and counts its tokens once", () => {
    const stories = [{ text: "Owners deploy.", verdict: "defer" as const }];
    const pool = aTextPool(stories);
    const verdicts = decideAsTold(pool, stories, ROOM);
    const [first] = verdicts.decisions;
    if (first === undefined) throw new Error("nothing was decided");
    const second: Decision = {
      ...first,
      ...{ step: 2, verdict: "expand", follows: 1, reason: { code: "insufficient_identity" } },
      representation: { granularity: "section", fidelity: "exact" },
    };
    const both = { ...verdicts, decisions: [first, second] };
    const { decisions, exhibits, deferred } = layOut({
      ...{ pool, verdicts: both, resident: NOTHING_RESIDENT },
    });
    expect(exhibits).toHaveLength(1);
    expect(deferred).toHaveLength(0);
    expect(decisions.map(({ tokensAdmitted }) => tokensAdmitted)).toEqual([0, exhibits[0]?.tokens]);
  });

  it("goes on counting labels where an earlier bundle stopped, and keeps that of what it expands", () => {
    const given = { exhibits: 4, deferred: 2 };
    const stories = [
      { text: "one" },
      { text: "two" },
      { text: "three", verdict: "defer" as const },
    ];
    const { exhibits, deferred } = told(stories, { given, keeps: new Map([["c1", "E2"]]) });
    expect(exhibits.map(({ label }) => label)).toEqual(["E2", "E5"]);
    expect(deferred.map(({ label }) => label)).toEqual(["D3"]);
  });

  it("names conflicts by label, and only those with what is shown (AUT-09)", () => {
    const { exhibits } = told([
      { text: "Limit 7.", conflictsWith: ["c2", "c3"] },
      { text: "Limit 9.", conflictsWith: ["c1"] },
      { text: "Limit 8.", verdict: "reject" },
    ]);
    expect(exhibits.map(({ conflictsWith }) => conflictsWith)).toEqual([["E2"], ["E1"]]);
  });

  it("shows a section beside a resident anchor as that composition (ADM-31)", () => {
    const stories = [{ text: "Owners deploy." }];
    const resident = residentWith(aTextPool(stories), "anchor");
    expect(told(stories, { resident, given: { exhibits: 1, deferred: 0 } }).exhibits).toMatchObject(
      [{ label: "E2", composition: "anchor+section" }],
    );
  });

  it("shows two sections of one artifact as one source admitted twice (ADM-33)", () => {
    const path = "docs/owners.md";
    const { exhibits } = told([
      { text: "Owners deploy.", path },
      { text: "Nobody else does.", path },
    ]);
    expect(exhibits.map(({ composition }) => composition)).toEqual(["alone", "section+section"]);
    expect(new Set(exhibits.map(({ artifact }) => artifact)).size).toBe(1);
  });
});

describe("occupancy", () => {
  it("adds up: before + admitted − replaced is after, and what was known is counted (LED-09, ADM-34)", () => {
    const stories = [{ text: "Owners deploy." }, { text: "Nobody else does." }];
    const resident = residentWith(aTextPool(stories), "section");
    const { exhibits } = told(stories, { resident, keeps: new Map([["c1", "E1"]]) });
    const occupancy = occupancyOf(resident, exhibits, 1_000);
    const { beforeTokens, admittedTokens, replacedTokens, afterTokens } = occupancy;
    expect(beforeTokens + admittedTokens - replacedTokens).toBe(afterTokens);
    expect(replacedTokens).toBe(resident.exhibits[0]?.tokens);
    // The first exhibit is what the reader had, word for word; the second is new.
    expect(occupancy.readmittedTokens).toBe(exhibits[0]?.tokens);
    expect(occupancy.utilisation).toBeGreaterThan(0);
  });
});
