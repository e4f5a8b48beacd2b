import { describe, expect, it } from "vitest";
import type { Decision, Verdicts } from "../../../../src/model/decision.ts";
import type { Pool } from "../../../../src/model/pool.ts";
import { NOTHING_RESIDENT, type Resident } from "../../../../src/model/resident.ts";
import { choosePolicy } from "../../../../src/pipeline/admit/choose-policy.ts";
import { decideAdmission } from "../../../../src/pipeline/admit/decide-admission.ts";
import {
  aCandidate,
  anOffer,
  aPool,
  aResident,
  type CandidateChanges,
} from "../../../builders/a-pool.ts";

const ROOM = { tokens: 2000, bytes: 100_000 };
const TASK = "Does the fix of the deadlock cover the export path?";
const TERMS = ["fix", "deadlock", "cover", "export", "path"];
const DETAIL =
  "The fix of the deadlock covers the import path alone; the export path still deadlocks.";

function decide(
  pool: Pool,
  resident: Resident = NOTHING_RESIDENT,
  budget: typeof ROOM = ROOM,
): Verdicts {
  return decideAdmission(choosePolicy("disclose", { pinned: [] }), { pool, resident, budget });
}

/** The trap: an anchor that records the fix, over a section that confines it. */
function trap(changes: CandidateChanges = {}, task = TASK, terms = TERMS): Pool {
  const anchor = "Incident 17: the fix of the deadlock is recorded.";
  const first = aCandidate("c1", { anchor, notShown: ["Export path"], text: DETAIL, ...changes });
  return aPool([first, aCandidate("c2", { text: "A path in the garden.", score: 2 })], {
    task,
    terms,
  });
}

function stepsOf(verdicts: Verdicts, id: string): readonly Decision[] {
  return verdicts.decisions.filter(({ candidate }) => candidate === id);
}

function levels(verdicts: Verdicts, id: string): readonly string[] {
  return stepsOf(verdicts, id).map(
    ({ verdict, representation: form }) =>
      `${verdict} ${form === "none" ? form : form.granularity}`,
  );
}

describe("disclose", () => {
  it("goes from identity to anchor to section, and stops once every term is held (DIS-01, DIS-14)", () => {
    const verdicts = decide(trap());
    expect(levels(verdicts, "c1")).toEqual(["defer identity", "expand anchor", "expand section"]);
    expect(verdicts.uncovered).toEqual([]);
    expect(decide(trap())).toEqual(verdicts);
  });

  it("expands only after an insufficiency that is on record with the terms it lacks (DIS-02, ADM-16)", () => {
    const [named, anchor, section] = stepsOf(decide(trap()), "c1");
    expect(named).toMatchObject({ follows: "none", tokensPlanned: 18 });
    expect(anchor).toMatchObject({
      follows: named?.step,
      reason: { code: "insufficient_identity", missing: TERMS },
    });
    expect(section).toMatchObject({
      follows: anchor?.step,
      reason: { code: "insufficient_anchor", missing: TERMS },
    });
  });

  it("does not take an anchor for sufficient that says there is more, though it has every word (DIS-21)", () => {
    const words = ["fix", "deadlock"];
    const more = trap({}, "Is the deadlock fixed?", words);
    expect(levels(decide(more), "c1").at(-1)).toBe("expand section");
    const whole = trap({ notShown: [] }, "Is the deadlock fixed?", words);
    expect(levels(decide(whole), "c1")).toEqual(["defer identity", "expand anchor"]);
  });

  it("leaves a candidate at its identity where it holds nothing that is missing still", () => {
    const pool = aPool(
      [
        aCandidate("c1", { text: DETAIL }),
        aCandidate("c2", { text: "The fix, the path, the export.", score: 19 }),
      ],
      { task: TASK, terms: TERMS },
    );
    expect(levels(decide(pool), "c2").at(0)).toBe("defer identity");
    expect(levels(decide(pool), "c2")).not.toContain("expand section");
  });

  it("says why a level was left out: none is offered, or it would not be word for word (GRA-08, DIS-01)", () => {
    const exact = stepsOf(decide(trap({ minFidelity: "exact" })), "c1");
    expect(exact.at(-1)?.representation).toEqual({ granularity: "section", fidelity: "exact" });
    expect(exact.at(-1)?.reason.detail).toBe("its anchor would not be word for word");
    const offers = [anOffer("identity", "c1"), anOffer("section", DETAIL)];
    expect(stepsOf(decide(trap({ offers })), "c1").at(-1)?.reason.detail).toBe(
      "no anchor is offered",
    );
  });

  it("reaches all of an artifact only behind its section, where a heading holds what is missing (ADM-32)", () => {
    const text = "The fix of the deadlock covers the import path.";
    const offersFor = (notShown: readonly string[]) => [
      anOffer("identity", "Incident 17"),
      anOffer("anchor", "The fix of the deadlock.", { notShown }),
      anOffer("section", text, { notShown }),
      anOffer("full", "deferred", { tokens: 900, lines: "none", coverage: 1 }),
    ];
    const hinted = decide(trap({ offers: offersFor(["Export path"]) }));
    expect(levels(hinted, "c1")).toEqual([
      "defer identity",
      "expand anchor",
      "expand section",
      "expand full",
    ]);
    expect(stepsOf(hinted, "c1").at(-1)?.reason).toEqual({
      code: "insufficient_section",
      missing: ["export"],
    });
    expect(levels(decide(trap({ offers: offersFor(["Thanks"]) })), "c1").at(-1)).toBe(
      "expand section",
    );
  });

  it("goes on from what the reader has", () => {
    const pool = trap();
    const [first] = pool.candidates;
    if (first === undefined) throw new Error("no candidate");
    const verdicts = decide(pool, aResident(first, "anchor"));
    expect(levels(verdicts, "c1")).toEqual(["reject none", "expand section"]);
  });

  it("expands nothing where the evidence is insufficient", () => {
    const pool = aPool([aCandidate("c1", { text: "A garden path.", score: 1 })], {
      task: TASK,
      terms: TERMS,
    });
    expect(levels(decide(pool), "c1")).toEqual(["defer identity"]);
    expect(stepsOf(decide(pool), "c1")[0]?.reason.code).toBe("insufficient_evidence");
  });

  it("stays where no room is left for more", () => {
    const tight = decide(trap(), NOTHING_RESIDENT, { tokens: 55, bytes: 100_000 });
    expect(levels(tight, "c1").slice(0, 2)).toEqual(["defer identity", "expand anchor"]);
    const none = decide(trap(), NOTHING_RESIDENT, { tokens: 5, bytes: 100_000 });
    expect(stepsOf(none, "c1").at(-1)).toMatchObject({
      verdict: "defer",
      reason: { code: "budget" },
    });
  });
});
