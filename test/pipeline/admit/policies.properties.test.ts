import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Candidate, GENERATOR_NAMES } from "../../../src/model/candidate.ts";
import type { Decision } from "../../../src/model/decision.ts";
import type { Pool } from "../../../src/model/pool.ts";
import type { Offer } from "../../../src/model/representation.ts";
import { choosePolicy, POLICY_NAMES } from "../../../src/pipeline/admit/choose-policy.ts";
import { decideAdmission } from "../../../src/pipeline/admit/decide-admission.ts";
import { freezePool, freezeResident } from "../../../src/pipeline/admit/freeze-pool.ts";
import type { Policy } from "../../../src/ports/policy.ts";
import { anyAdmission } from "../../builders/any-pool.ts";

const POLICIES: readonly Policy[] = [...POLICY_NAMES, "lexgate:wide", "top-k:7"].map((name) =>
  choosePolicy(name, { pinned: [{ artifact: "artifact://files/docs/c2.md", lines: "all" }] }),
);

type Input = Parameters<Policy["decide"]>[0];

/** Tries every policy on many pools. */
function forAll(check: (policy: Policy, input: Input) => void): void {
  fc.assert(
    fc.property(anyAdmission, fc.constantFrom(...POLICIES), (input, policy) =>
      check(policy, input),
    ),
    { numRuns: 250 },
  );
}

/** What enters of each candidate by the last decision about it. */
function entering(pool: Pool, decisions: readonly Decision[]): readonly [Candidate, Offer][] {
  return pool.candidates.flatMap((candidate) => {
    const last = decisions.findLast((decision) => decision.candidate === candidate.id);
    if (last === undefined || last.verdict === "reject" || last.verdict === "defer") return [];
    return [[candidate, offerOf(candidate, last)]];
  });
}

function offerOf({ offers }: Candidate, { representation: form }: Decision): Offer {
  const found = offers.find(
    ({ granularity, fidelity }) =>
      form !== "none" && granularity === form.granularity && fidelity === form.fidelity,
  );
  if (found === undefined) throw new Error("a form that is not offered");
  return found;
}

describe("every policy", () => {
  it("decides the same of the same, byte for byte, in whatever order the pool came (DIS-14, ADM-25)", () => {
    forAll((policy, input) => {
      const { pool } = input;
      const first = JSON.stringify(policy.decide(input));
      const turned = {
        ...pool,
        candidates: pool.candidates.toReversed().map((candidate) => ({
          ...candidate,
          offers: candidate.offers.toReversed(),
        })),
        generators: pool.generators.toReversed(),
      };
      expect(JSON.stringify(policy.decide({ ...input, pool: turned }))).toBe(first);
      expect(JSON.stringify(policy.decide(structuredClone(input)))).toBe(first);
    });
  });

  it("decides the same where labels were smuggled in, because it sees none (CAN-16)", () => {
    forAll((policy, input) => {
      const { pool } = input;
      const label = (place: number): string => (place % 2 === 0 ? "required" : "distractor");
      const labelled = {
        ...pool,
        labels: pool.candidates.map(({ id }, place) => [id, label(place)]),
        candidates: pool.candidates.map((candidate, place) => ({
          ...candidate,
          label: label(place),
        })),
      };
      expect(policy.decide({ ...input, pool: labelled })).toEqual(policy.decide(input));
    });
  });

  it("decides about every candidate and breaks none of the rules that hold for policies of one's own", () => {
    forAll((policy, input) => {
      const decided = policy.decide({
        ...input,
        pool: freezePool(input.pool),
        resident: freezeResident(input.resident),
      });
      expect(decideAdmission(policy, input)).toEqual(decided);
      const about = new Set(decided.decisions.map(({ candidate }) => candidate));
      expect([...about].sort()).toEqual(input.pool.candidates.map(({ id }) => id).sort());
    });
  });

  it("exceeds neither budget, and plans exactly what its forms cost (ADM-13)", () => {
    forAll((policy, { pool, resident, budget }) => {
      const { decisions } = policy.decide({ pool, resident, budget });
      const forms = entering(pool, decisions).map(([, offer]) => offer);
      expect(forms.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(budget.tokens);
      expect(forms.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(budget.bytes);
      for (const decision of decisions) {
        const { candidate: id, representation, tokensPlanned, tokensAdmitted } = decision;
        const candidate = pool.candidates.find((each) => each.id === id);
        const tokens =
          representation === "none" || candidate === undefined
            ? 0
            : offerOf(candidate, decision).tokens;
        expect([tokensPlanned, tokensAdmitted]).toEqual([tokens, 0]);
      }
    });
  });

  it("lets exact material in whole or not at all, and nothing lost or foreign (GRA-08, REF-19, SCO-09)", () => {
    forAll((policy, input) => {
      for (const [candidate, offer] of entering(input.pool, policy.decide(input).decisions)) {
        expect(candidate.recovery.status).toBe("resolved");
        expect(candidate.scope).toBe(input.pool.task.scope);
        if (candidate.minFidelity === "any") continue;
        expect([offer.granularity, offer.fidelity]).toEqual(["section", "exact"]);
      }
    });
  });

  it("expands only behind a step, with the terms that were missing (DIS-02)", () => {
    forAll((policy, input) => {
      const { decisions } = policy.decide(input);
      decisions.forEach((decision, place) => {
        expect(decision.step).toBe(place + 1);
        if (decision.verdict !== "expand") return;
        const before = decisions.find(({ step }) => step === decision.follows);
        expect(before?.candidate).toBe(decision.candidate);
        expect(decision.reason.code).toMatch(/^insufficient_(?:identity|anchor|section)$/);
        expect(decision.reason.missing?.length).toBeGreaterThan(0);
      });
    });
  });

  it("keeps unknown what is unknown: no score is neither weak nor strong (CAN-07)", () => {
    forAll((policy, input) => {
      const { decisions } = policy.decide(input);
      for (const { candidate: id, strength, reason } of decisions) {
        const candidate = input.pool.candidates.find((each) => each.id === id);
        if (candidate?.score !== "unavailable") continue;
        expect([strength.share, strength.deviation]).toEqual(["unavailable", "unavailable"]);
        // A pinned set looks at no evidence: everything else is the next best.
        if (policy.version.startsWith("hybrid")) continue;
        expect(reason.code).not.toMatch(/^(?:evidence_|below_threshold|next_best|too_broad)/);
      }
    });
  });

  it("flags a conflict on both sides, and rejects neither for it (AUT-09)", () => {
    forAll((policy, input) => {
      const { decisions } = policy.decide(input);
      const entered = new Set(entering(input.pool, decisions).map(([{ id }]) => id));
      for (const { candidate, conflictsWith } of decisions) {
        for (const other of conflictsWith.filter((id) => !id.startsWith("E"))) {
          expect(entered.has(candidate) && entered.has(other)).toBe(true);
          const back = decisions.findLast((decision) => decision.candidate === other);
          expect(back?.conflictsWith).toContain(candidate);
        }
      }
    });
  });

  it("names no utility and adds up nothing to one number (ADM-20, ADM-30)", () => {
    forAll((policy, input) => {
      expect(JSON.stringify(policy.decide(input))).not.toMatch(/utility|overall|cache|prefix/i);
    });
  });

  it("weigh no generator by its name: another one with the same candidates is decided about the same (CAN-27)", () => {
    const others = fc.constantFrom(...GENERATOR_NAMES);
    fc.assert(
      fc.property(
        anyAdmission,
        fc.constantFrom(...POLICIES),
        others,
        (input, policy, generator) => {
          const { candidates, generators, ...rest } = input.pool;
          const renamed: Pool = {
            ...rest,
            generators: generators.map((each) => ({ ...each, generator })),
            candidates: candidates.map((each) => ({ ...each, generator })),
          };
          expect(decideAdmission(policy, { ...input, pool: renamed })).toEqual(
            decideAdmission(policy, input),
          );
        },
      ),
      { numRuns: 250 },
    );
  });
});
