import { describe, expect, it } from "vitest";
import { comparePolicies } from "../../src/lab/compare-policies.ts";
import type { Pool } from "../../src/model/pool.ts";
import { LEAN } from "../../src/pipeline/admit/parameters.ts";
import { createLexgate } from "../../src/pipeline/admit/policies/lexgate.ts";
import { createNone } from "../../src/pipeline/admit/policies/none.ts";
import { createPreloadAll } from "../../src/pipeline/admit/policies/preload-all.ts";
import { createTopK } from "../../src/pipeline/admit/policies/top-k.ts";
import type { AdmissionInput } from "../../src/ports/policy.ts";
import { aCandidate, aPool } from "../builders/a-pool.ts";

const BUDGET = { tokens: 8_000, bytes: 100_000 };

/** One text answers, two rank right behind it and mislead, and six more are about other things. */
function aCrowdedPool(): Pool {
  const texts = [
    { text: "The retention window is decided by the owner of each topic.", score: 20 },
    { text: "A window of the office looks south over the harbor.", score: 9 },
    { text: "Staff retention was good in spring.", score: 8 },
    ...Array.from({ length: 6 }, (_, nth) => ({
      text: `Nobody decides alone about lunch ${nth}.`,
      score: 3 - nth / 10,
    })),
  ];
  return aPool(texts.map((each, nth) => aCandidate(`c${nth + 1}`, { ...each, tokens: 150 })));
}

const NEEDS = {
  labels: { c1: "required", c2: "distractor", c3: "distractor" },
  requiredOutside: 1,
} as const;

describe("policies over one frozen pool", () => {
  it("leave recall of the search as it is and differ in what they admit (CAN-24, ADM-18)", () => {
    const { generation, arms } = comparePolicies(
      { pool: aCrowdedPool(), needs: NEEDS, budget: BUDGET },
      [createNone(), createTopK(3), createLexgate(LEAN), createPreloadAll()],
    );
    // One of two required texts was surfaced, among nine; neither number is one of the gate's.
    expect(generation).toEqual({ recall: 0.5, precision: 1 / 9 });
    expect(arms.map(({ recall, precision }) => [recall, precision])).toEqual([
      [0, "none"],
      [1, 1 / 3],
      [1, 1],
      [1, 1 / 9],
    ]);
  });

  it("show the tokens of distractors that three by rank let in and the gate does not (ADM-37)", () => {
    const { arms } = comparePolicies({ pool: aCrowdedPool(), needs: NEEDS, budget: BUDGET }, [
      createTopK(3),
      createLexgate(LEAN),
    ]);
    expect(arms.map(({ policyVersion, split }) => [policyVersion.split("/")[0], split])).toEqual([
      ["top-k", { total: 450, required: 150, helpful: 0, distractor: 300, trap: 0, irrelevant: 0 }],
      ["lexgate", { total: 150, required: 150, helpful: 0, distractor: 0, trap: 0, irrelevant: 0 }],
    ]);
  });

  it("see plain frozen data, through which no generator can be asked (ADM-18)", () => {
    const seen: AdmissionInput[] = [];
    const spy = {
      version: "spy/1",
      decide: (input: AdmissionInput) => {
        seen.push(input);
        return createNone().decide(input);
      },
    };
    comparePolicies({ pool: aCrowdedPool(), needs: NEEDS, budget: BUDGET }, [spy, spy]);
    expect(seen).toHaveLength(2);
    expect(seen[0]?.pool).toBe(seen[1]?.pool);
    expect(seen.flatMap((input) => reachable(input))).toEqual([]);
  });
});

/** Everything that is a function, or could still be changed, by the names that lead to it. */
function reachable(value: unknown, path = ""): readonly string[] {
  if (typeof value === "function") return [path];
  if (typeof value !== "object" || value === null) return [];
  const open = Object.isFrozen(value) ? [] : [`${path} is not frozen`];
  const own = Object.entries(value).flatMap(([name, part]) => reachable(part, `${path}.${name}`));
  return [...open, ...own];
}
