import { describe, expect, it } from "vitest";
import type { Verdicts } from "../../../src/model/decision.ts";
import type { Pool } from "../../../src/model/pool.ts";
import { NOTHING_RESIDENT, type Resident } from "../../../src/model/resident.ts";
import { decideAdmission } from "../../../src/pipeline/admit/decide-admission.ts";
import { freezePool } from "../../../src/pipeline/admit/freeze-pool.ts";
import { validateVerdicts } from "../../../src/pipeline/admit/validate-verdicts.ts";
import { aCandidate, anOffer, aPool, aResident } from "../../builders/a-pool.ts";

const VERSION = "mine/1#01234567";
const SECTION = { granularity: "section", fidelity: "exact" } as const;
const ANCHOR = { granularity: "anchor", fidelity: "described" } as const;
const FULL = { granularity: "full", fidelity: "exact" } as const;
const ADMIT = { verdict: "admit", representation: SECTION, reason: { code: "policy_admits" } };
const INSUFFICIENT = { code: "insufficient_anchor", missing: ["window"] };

const FIRST = aCandidate("c1", {
  tokens: 40,
  offers: [
    ...aCandidate("c1", { tokens: 40 }).offers,
    anOffer("full", "deferred", { tokens: 90, lines: "none", coverage: 1 }),
  ],
});
const POOL = freezePool(aPool([FIRST]));

interface Given {
  readonly pool?: Pool;
  readonly resident?: Resident;
  readonly tokens?: number;
}

function validate(
  decisions: readonly unknown[],
  { pool = POOL, resident = NOTHING_RESIDENT, tokens = 100 }: Given = {},
): Verdicts {
  const input = { pool: freezePool(pool), resident, budget: { tokens, bytes: 100_000 } };
  return validateVerdicts(input, { decisions }, VERSION);
}

/** What the last decision about the first candidate came to. */
function last(decisions: readonly unknown[], given: Given = {}): string {
  const found = validate(decisions, given).decisions.findLast(
    ({ candidate }) => candidate === "c1",
  );
  return `${found?.verdict} ${found?.reason.detail ?? found?.reason.code}`;
}

describe("validateVerdicts", () => {
  it("puts a decision on record under the policy's version, with all that follows from it", () => {
    const { decisions, policyVersion, uncovered } = validate([{ candidate: "c1", ...ADMIT }]);
    expect(policyVersion).toBe(VERSION);
    expect(decisions).toEqual([
      expect.objectContaining({
        step: 1,
        candidate: "c1",
        artifact: FIRST.artifact,
        verdict: "admit",
        tokensPlanned: 40,
        tokensAdmitted: 0,
        follows: "none",
        policyVersion: VERSION,
      }),
    ]);
    expect(uncovered).toEqual(["retent", "window", "decid"]);
  });

  it.each([
    ["an unknown verdict", { ...ADMIT, verdict: "maybe" }, 'there is no verdict "maybe"'],
    [
      "a form that is not offered",
      { ...ADMIT, representation: { ...SECTION, fidelity: "described" } },
      "its representation is not offered",
    ],
    ["no form", { ...ADMIT, representation: "none" }, "it admits no form"],
    [
      "a form for what is rejected",
      { ...ADMIT, verdict: "reject" },
      "what is rejected is shown in no form",
    ],
    [
      "other tokens than the offer's",
      { ...ADMIT, tokensPlanned: 4 },
      "it plans 4 tokens for a form of 40",
    ],
    ["no reason", { ...ADMIT, reason: "because" }, "it gives no reason of a known code"],
    [
      "a reason nobody knows",
      { ...ADMIT, reason: { code: "utility" } },
      "it gives no reason of a known code",
    ],
    [
      "an expansion of nothing",
      { ...ADMIT, verdict: "expand", reason: INSUFFICIENT },
      "it expands what was neither shown nor named",
    ],
  ])("rejects %s (ADM-10, ADM-11)", (_, decision, problem) => {
    expect(last([{ candidate: "c1", ...decision }])).toBe(`reject ${problem}`);
  });

  it("keeps the budget: what is too much is rejected and nothing before it", () => {
    const pool = aPool([FIRST, aCandidate("c2", { tokens: 40, text: "Something else." })]);
    const both = ["c2", "c1"].map((candidate) => ({ candidate, ...ADMIT }));
    expect(last(both, { pool, tokens: 79 })).toBe("reject no room is left for it");
    expect(last(both, { pool, tokens: 80 })).toBe("admit policy_admits");
  });

  it("admits nothing that did not resolve or is of another project, whoever decides so (REF-19, SCO-09)", () => {
    const lost = aCandidate("c1", { recovery: { status: "failed", reason: "gone" } });
    const foreign = aCandidate("c1", { scope: "other" });
    const admit = [{ candidate: "c1", ...ADMIT }];
    expect(last(admit, { pool: aPool([lost]) })).toBe("reject it admits what is recovery_failed");
    expect(last(admit, { pool: aPool([foreign]) })).toBe("reject it admits what is out_of_scope");
  });

  it("lets no exact material in shortened or described (GRA-08)", () => {
    const pool = aPool([aCandidate("c1", { minFidelity: "exact", span: "a part" })]);
    const span = { granularity: "span", fidelity: "exact" };
    for (const representation of [span, ANCHOR]) {
      const problem = "reject what must be exact is shortened";
      expect(last([{ candidate: "c1", ...ADMIT, representation }], { pool })).toBe(problem);
    }
  });

  it("asks EXPAND for a richer form, with what was not enough (ADM-16, DIS-02)", () => {
    const anchor = { candidate: "c1", ...ADMIT, representation: ANCHOR };
    const section = { candidate: "c1", ...ADMIT };
    const expand = { ...section, verdict: "expand", reason: INSUFFICIENT };
    expect(last([anchor, section])).toBe("reject a richer form of what was admitted needs EXPAND");
    expect(last([anchor, expand])).toBe("expand insufficient_anchor");
    const silent = { ...expand, reason: { code: "insufficient_anchor", missing: [] } };
    expect(last([anchor, silent])).toBe("reject it expands without saying what was not enough");
    const back = { ...expand, representation: ANCHOR };
    expect(last([section, back])).toBe("reject it expands to nothing richer");
    expect(last([section, { candidate: "c1", verdict: "defer", reason: { code: "budget" } }])).toBe(
      "reject it takes back what was admitted",
    );
  });

  it("sets all of an artifact beside its anchor only after its section, by EXPAND (ADM-32)", () => {
    const anchor = { candidate: "c1", ...ADMIT, representation: ANCHOR };
    const section = { candidate: "c1", ...ADMIT, verdict: "expand", reason: INSUFFICIENT };
    const full = { ...section, representation: FULL };
    const problem = "reject all of it beside its anchor needs its section first";
    expect(last([anchor, full])).toBe(problem);
    expect(last([anchor, section, full])).toBe("expand insufficient_anchor");
    const resident = aResident(FIRST, "anchor");
    expect(last([{ candidate: "c1", ...ADMIT, representation: FULL }], { resident })).toBe(problem);
    expect(last([{ candidate: "c1", ...ADMIT, representation: FULL }])).toBe("admit policy_admits");
  });

  it("rejects what a policy says nothing about, and takes its steps and conflicts from no one", () => {
    const pool = aPool([
      FIRST,
      aCandidate("c2", { text: "The limit of one tenant is 30 requests." }),
      aCandidate("c3", { text: "The limit of one tenant is 60 requests." }),
    ]);
    const decided = ["c2", "c3"].map((candidate) => ({
      candidate,
      ...ADMIT,
      step: 77,
      policyVersion: "another",
      conflictsWith: ["c1"],
    }));
    const { decisions } = validate(decided, { pool });
    expect(decisions.map(({ step, conflictsWith }) => [step, conflictsWith])).toEqual([
      [1, ["c3"]],
      [2, ["c2"]],
      [3, []],
    ]);
    expect(decisions[2]?.reason.detail).toBe("the policy did not decide about it");
    expect(new Set(decisions.map(({ policyVersion }) => policyVersion))).toEqual(
      new Set([VERSION]),
    );
  });

  it("refuses what is no list of decisions about candidates of the pool", () => {
    const input = { pool: POOL, resident: NOTHING_RESIDENT, budget: { tokens: 1, bytes: 1 } };
    const invalid = expect.objectContaining({ code: "policy_invalid" });
    for (const said of [
      undefined,
      {},
      { decisions: "all" },
      { decisions: [null] },
      Promise.resolve(),
    ]) {
      expect(() => validateVerdicts(input, said, VERSION)).toThrow(invalid);
    }
    const unknown = { decisions: [{ candidate: "c9", ...ADMIT }] };
    expect(() => validateVerdicts(input, unknown, VERSION)).toThrow(/decides about c9/);
  });
});

describe("decideAdmission", () => {
  it("shows a policy of one's own no label and nothing that it could change", () => {
    const seen: string[] = [];
    const labelled = { ...FIRST, label: "required" };
    const policy = {
      version: VERSION,
      decide: (input: Parameters<typeof validateVerdicts>[0]) => {
        seen.push(JSON.stringify(input));
        expect(() => Object.assign(input.pool.candidates[0] ?? {}, { score: 99 })).toThrow(
          TypeError,
        );
        return { decisions: [] } as unknown as Verdicts;
      },
    };
    decideAdmission(policy, {
      pool: aPool([labelled]),
      resident: NOTHING_RESIDENT,
      budget: { tokens: 1, bytes: 1 },
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toContain("required");
  });

  it("refuses a policy that throws, and says what it said", () => {
    const policy = {
      version: VERSION,
      decide: () => {
        throw new RangeError("out of ideas");
      },
    };
    const input = { pool: POOL, resident: NOTHING_RESIDENT, budget: { tokens: 1, bytes: 1 } };
    expect(() => decideAdmission(policy, input)).toThrow(/it threw: out of ideas/);
  });
});
