import { describe, expect, it } from "vitest";
import { createOracle } from "../../src/lab/oracle.ts";
import { NOTHING_RESIDENT } from "../../src/model/resident.ts";
import { decideAdmission } from "../../src/pipeline/admit/decide-admission.ts";
import { aCandidate, aPool } from "../builders/a-pool.ts";

const BUDGET = { tokens: 1000, bytes: 100_000 };
const SPAN = { granularity: "span", fidelity: "exact" } as const;
const SECTION = { granularity: "section", fidelity: "exact" } as const;

describe("the oracle", () => {
  it("admits exactly the parts it was given, each in its least form, and rejects the rest (GRA-06)", () => {
    const pool = aPool([
      aCandidate("c1", { tokens: 900, span: "The one line." }),
      aCandidate("c2"),
      aCandidate("c3", { score: "unavailable" }),
    ]);
    const oracle = createOracle([
      { candidate: "c1", representation: SPAN },
      { candidate: "c3", representation: SECTION },
    ]);
    const { decisions } = decideAdmission(oracle, {
      pool,
      resident: NOTHING_RESIDENT,
      budget: BUDGET,
    });
    expect(decisions.map(({ verdict, representation }) => [verdict, representation])).toEqual([
      ["admit", SPAN],
      ["reject", "none"],
      ["admit", SECTION],
    ]);
  });

  it("says what it knows that no policy may know, and has a version for each set", () => {
    const [one, other] = [SPAN, SECTION].map((representation) =>
      createOracle([{ candidate: "c1", representation }]),
    );
    expect(one?.forbiddenKnowledge).toMatch(/requires/);
    expect(one?.version).not.toBe(other?.version);
  });
});
