import { describe, expect, it } from "vitest";
import { NOTHING_RESIDENT } from "../../../src/model/resident.ts";
import { choosePolicy } from "../../../src/pipeline/admit/choose-policy.ts";
import { decideAdmission } from "../../../src/pipeline/admit/decide-admission.ts";
import { aCandidate, aPool } from "../../builders/a-pool.ts";

const BUDGET = { tokens: 2_000, bytes: 100_000 };
const SPAN = "The retention window is decided by the owner of each topic.";

describe("an admission", () => {
  it("chooses in which form a candidate enters, which need not be the one that was surfaced (ADM-07)", () => {
    const long = aCandidate("c1", {
      text: `${SPAN} ${"More of it. ".repeat(300)}`,
      tokens: 900,
      span: SPAN,
      exactMatch: "identifier",
      offered: "section",
    });
    const noise = Array.from({ length: 8 }, (_, nth) =>
      aCandidate(`c${nth + 2}`, { text: `Lunch is at noon, says number ${nth}.`, score: 1 }),
    );
    const pool = aPool([long, ...noise]);
    const enteringAs = (name: string) => {
      const policy = choosePolicy(name, { pinned: [] });
      const input = { pool, resident: NOTHING_RESIDENT, budget: BUDGET };
      const last = decideAdmission(policy, input).decisions.findLast((d) => d.candidate === "c1");
      return [last?.verdict, last?.representation, last?.tokensPlanned];
    };
    const exact = { fidelity: "exact" } as const;
    expect(enteringAs("preload-all")).toEqual(["admit", { granularity: "section", ...exact }, 900]);
    expect(enteringAs("lexgate")).toEqual(["admit", { granularity: "span", ...exact }, 11]);
    expect(enteringAs("none")).toEqual(["reject", "none", 0]);
  });
});
