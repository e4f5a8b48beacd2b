import { describe, expect, it } from "vitest";
import type { Decision, Verdicts } from "../../../../src/model/decision.ts";
import type { Pool } from "../../../../src/model/pool.ts";
import { NOTHING_RESIDENT, type Resident } from "../../../../src/model/resident.ts";
import { LEAN } from "../../../../src/pipeline/admit/parameters.ts";
import { createLexgate } from "../../../../src/pipeline/admit/policies/lexgate.ts";
import { aCandidate, aPool } from "../../../builders/a-pool.ts";

const ROOM = { tokens: 2000, bytes: 100_000 };

function decide(
  pool: Pool,
  {
    resident = NOTHING_RESIDENT,
    budget = ROOM,
  }: { resident?: Resident; budget?: typeof ROOM } = {},
): Verdicts {
  return createLexgate(LEAN).decide({ pool, resident, budget });
}

function of(verdicts: Verdicts, id: string): Decision {
  const found = verdicts.decisions.filter(({ candidate }) => candidate === id).at(-1);
  if (found === undefined) throw new Error(`nothing was decided about ${id}`);
  return found;
}

const STRONG = "The retention window is decided by the owner of each topic, and holds for all.";

describe("lexgate", () => {
  it("admits strong evidence and names the next", () => {
    const pool = aPool([
      aCandidate("c1", { text: STRONG }),
      aCandidate("c2", { text: "A window of the office looks south.", score: 4 }),
    ]);
    const verdicts = decide(pool);
    expect(of(verdicts, "c1")).toMatchObject({
      verdict: "admit",
      reason: { code: "evidence_strong" },
    });
    expect(of(verdicts, "c2")).toMatchObject({ verdict: "defer", reason: { code: "next_best" } });
  });
});
