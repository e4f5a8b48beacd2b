import { describe, expect, it } from "vitest";
import type { Pool } from "../../../../src/model/pool.ts";
import { NOTHING_RESIDENT } from "../../../../src/model/resident.ts";
import { choosePolicy } from "../../../../src/pipeline/admit/choose-policy.ts";
import { decideAdmission } from "../../../../src/pipeline/admit/decide-admission.ts";
import { aCandidate, aPool } from "../../../builders/a-pool.ts";

const ROOM = { tokens: 100, bytes: 100_000 };

/** What a policy says of each candidate, in the order of the pool. */
function decide(name: string, pool: Pool, budget: typeof ROOM = ROOM): readonly string[] {
  const input = { pool, resident: NOTHING_RESIDENT, budget };
  const { decisions } = decideAdmission(choosePolicy(name, { pinned: [] }), input);
  return pool.candidates.map(({ id }) => {
    const { verdict, reason } = decisions.findLast(({ candidate }) => candidate === id) ?? {};
    return `${verdict} ${reason?.code}`;
  });
}

function scored(...scores: readonly (number | "unavailable")[]): Pool {
  return aPool(scores.map((score, place) => aCandidate(`c${place + 1}`, { score, tokens: 40 })));
}

describe("none", () => {
  it("admits nothing", () => {
    expect(decide("none", scored(2, 1))).toEqual([
      "reject policy_rejects",
      "reject policy_rejects",
    ]);
  });
});

describe("preload-all", () => {
  it("admits everything in rank order until no room is left, and names the others (ADM-41)", () => {
    expect(decide("preload-all", scored(1, "unavailable", 9))).toEqual([
      "admit policy_admits",
      "admit policy_admits",
      "defer budget",
    ]);
  });

  it("lets the same lines in once", () => {
    const twice = aPool([
      aCandidate("c1"),
      aCandidate("c2", { artifact: aCandidate("c1").artifact }),
    ]);
    expect(decide("preload-all", twice)).toEqual(["admit policy_admits", "reject redundant"]);
  });

  it.each(["preload-all", "top-k:5", "budget-fill", "hybrid"])(
    "%s shortens no exact material, and admits nothing that did not resolve or is of another project (GRA-08, SCO-09)",
    (name) => {
      const failed = { status: "failed", reason: "gone" } as const;
      const pool = aPool([
        aCandidate("c1", { recovery: failed }),
        aCandidate("c2", { scope: "other" }),
        aCandidate("c3", { minFidelity: "exact", tokens: 900, span: "a part" }),
      ]);
      const verdicts = decide(name, pool);
      expect(verdicts.slice(0, 2)).toEqual(["reject recovery_failed", "reject out_of_scope"]);
      expect(verdicts[2]).toMatch(/^defer (?:below_fidelity|next_best)$/);
    },
  );
});

describe("top-k", () => {
  it("admits the first so many by rank, whatever they are (ADM-35)", () => {
    expect(decide("top-k:2", scored(1, 5, 9))).toEqual([
      "admit policy_admits",
      "admit policy_admits",
      "reject policy_rejects",
    ]);
    expect(decide("top-k", scored(4, 3, 2, 1), { ...ROOM, tokens: 1000 }).at(-1)).toBe(
      "reject policy_rejects",
    );
  });
});

describe("budget-fill", () => {
  it("admits by rank what fits, up to a limit of its own where it has one", () => {
    expect(decide("budget-fill", scored(3, 2, 1))).toEqual([
      "admit policy_admits",
      "admit policy_admits",
      "defer budget",
    ]);
    expect(decide("budget-fill:79", scored(3, 2))).toEqual(["admit policy_admits", "defer budget"]);
    expect(decide("budget-fill:5000", scored(3, 2, 1)).at(-1)).toBe("defer budget");
  });
});

describe("score-gap", () => {
  it("admits what stands above the largest gap, and names what has no score", () => {
    expect(decide("score-gap", scored(10, 9, 3, "unavailable"))).toEqual([
      "admit policy_admits",
      "admit policy_admits",
      "reject below_threshold",
      "defer score_unavailable",
    ]);
  });

  it("takes the only candidate, and of equal ones all, for standing above it", () => {
    expect(decide("score-gap", scored(4))).toEqual(["admit policy_admits"]);
    expect(decide("score-gap", scored(4, 4))).toEqual([
      "admit policy_admits",
      "admit policy_admits",
    ]);
  });
});

describe("pool-z", () => {
  it("admits what lies far enough above the mean, and names what has no score", () => {
    const pool = scored(10, ...Array.from({ length: 19 }, () => 5), "unavailable");
    const verdicts = decide("pool-z:1", pool);
    expect(verdicts[0]).toBe("admit policy_admits");
    expect(verdicts[1]).toBe("reject below_threshold");
    expect(verdicts.at(-1)).toBe("defer score_unavailable");
  });
});

describe("hybrid", () => {
  it("admits what is pinned and names every other by its identity (ADM-40)", () => {
    const pool = scored(9, 1, "unavailable");
    const pinned = [{ artifact: aCandidate("c2").artifact, lines: "all" }] as const;
    const policy = choosePolicy("hybrid", { pinned });
    const { decisions } = decideAdmission(policy, {
      pool,
      resident: NOTHING_RESIDENT,
      budget: ROOM,
    });
    expect(
      decisions.map(({ candidate, reason, verdict }) => [candidate, verdict, reason.code]),
    ).toEqual([
      ["c2", "admit", "pinned"],
      ["c1", "defer", "next_best"],
      ["c3", "defer", "next_best"],
    ]);
    const levels = decisions.map(({ representation: form }) => form !== "none" && form.granularity);
    expect(levels).toEqual(["section", "identity", "identity"]);
    const other = choosePolicy("hybrid", {
      pinned: [{ artifact: aCandidate("c3").artifact, lines: "all" }],
    });
    expect(other.version).not.toBe(policy.version);
  });
});
