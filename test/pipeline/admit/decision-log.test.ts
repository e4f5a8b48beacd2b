import { describe, expect, expectTypeOf, it } from "vitest";
import { type Decision, VERDICTS, type Verdict } from "../../../src/model/decision.ts";
import type { Pool } from "../../../src/model/pool.ts";
import { NOTHING_RESIDENT } from "../../../src/model/resident.ts";
import { choosePolicy, POLICY_NAMES } from "../../../src/pipeline/admit/choose-policy.ts";
import { decideAdmission } from "../../../src/pipeline/admit/decide-admission.ts";
import { validateVerdicts } from "../../../src/pipeline/admit/validate-verdicts.ts";
import { aCandidate, aPool } from "../../builders/a-pool.ts";

const BUDGET = { tokens: 8_000, bytes: 100_000 };
const OWNERS = "artifact://files/docs/owners.md";

function decisionsOf(name: string, pool: Pool): readonly Decision[] {
  const policy = choosePolicy(name, { pinned: [] });
  return decideAdmission(policy, { pool, resident: NOTHING_RESIDENT, budget: BUDGET }).decisions;
}

/** Two sections of one artifact that share lines, and a third text. */
function aTwofoldPool(): Pool {
  return aPool([
    aCandidate("c1", { artifact: OWNERS, text: "The retention window is decided on Mondays." }),
    aCandidate("c2", { text: "Another desk keeps the keys." }),
    aCandidate("c3", {
      artifact: OWNERS,
      fragment: `${"a".repeat(64)}#50-150`,
      version: "b".repeat(64),
      text: "Mondays it is, said the owner of the topic.",
      overlapsWith: ["c1"],
    }),
  ]);
}

describe("a log of decisions", () => {
  it("says how diverse the bundle was at each step: artifacts so far, whether this one is new, what it overlaps (CAN-20)", () => {
    const steps = decisionsOf("preload-all", aTwofoldPool());
    expect(
      steps.map(({ candidate, verdict, diversity }) => [candidate, verdict, diversity]),
    ).toEqual([
      ["c1", "admit", { artifactsBefore: 0, isKnownArtifact: false, overlaps: [] }],
      ["c2", "admit", { artifactsBefore: 1, isKnownArtifact: false, overlaps: [] }],
      ["c3", "admit", { artifactsBefore: 2, isKnownArtifact: true, overlaps: ["c1"] }],
    ]);
  });

  it.each(POLICY_NAMES)(
    "of %s holds for each step the candidate and its artifact (ADM-09)",
    (name) => {
      const pool = aTwofoldPool();
      const steps = decisionsOf(name, pool);
      const artifacts = new Map(pool.candidates.map(({ id, artifact }) => [id, artifact]));
      for (const { candidate, artifact } of steps) expect(artifacts.get(candidate)).toBe(artifact);
      expect(new Set(steps.map(({ candidate }) => candidate))).toEqual(new Set(artifacts.keys()));
    },
  );

  it("takes no decision that names no candidate (ADM-09)", () => {
    const input = { pool: aTwofoldPool(), resident: NOTHING_RESIDENT, budget: BUDGET };
    const nameless = { decisions: [{ verdict: "reject", reason: { code: "next_best" } }] };
    expect(() => validateVerdicts(input, nameless, "own/1")).toThrow(/which is not in the pool/);
  });

  it("knows four verdicts and no state beside them: nothing waits, is queued or is promised (ADM-17)", () => {
    expectTypeOf<Verdict>().toEqualTypeOf<"admit" | "reject" | "defer" | "expand">();
    expect(VERDICTS).toEqual(["admit", "reject", "defer", "expand"]);
    const fields: readonly (keyof Decision)[] = [
      ...(["artifact", "candidate", "conflictsWith", "diversity", "follows"] as const),
      ...(["policyVersion", "reason", "representation", "step", "strength"] as const),
      ...(["tokensAdmitted", "tokensPlanned", "verdict"] as const),
    ];
    for (const name of POLICY_NAMES) {
      for (const step of decisionsOf(name, aTwofoldPool())) {
        expect(VERDICTS).toContain(step.verdict);
        expect(Object.keys(step).sort()).toEqual(fields);
      }
    }
    const input = { pool: aTwofoldPool(), resident: NOTHING_RESIDENT, budget: BUDGET };
    const queued = ["c1", "c2", "c3"].map((candidate) => ({
      ...{ candidate, verdict: "queued", representation: "none", until: "tomorrow" },
      reason: { code: "next_best" },
    }));
    const { decisions } = validateVerdicts(input, { decisions: queued }, "own/1");
    expect(decisions.map(({ verdict, reason }) => `${verdict} ${reason.code}`)).toEqual(
      Array.from({ length: 3 }, () => "reject invalid_decision"),
    );
    expect(JSON.stringify(decisions)).not.toContain("tomorrow");
  });
});
