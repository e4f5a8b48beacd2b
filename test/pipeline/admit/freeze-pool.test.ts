import { describe, expect, it } from "vitest";
import type { Candidate } from "../../../src/model/candidate.ts";
import type { Pool } from "../../../src/model/pool.ts";
import type { Resident } from "../../../src/model/resident.ts";
import { freezePool, freezeResident } from "../../../src/pipeline/admit/freeze-pool.ts";
import type { AdmissionInput } from "../../../src/ports/policy.ts";
import { aCandidate, aPool, aResident } from "../../builders/a-pool.ts";

/** Whether a type has a field of this name anywhere below it. */
type Names<T, Word extends string, Depth extends readonly 0[] = []> = Depth["length"] extends 7
  ? never
  : T extends readonly (infer Each)[]
    ? Names<Each, Word, [...Depth, 0]>
    : T extends object
      ? { [Key in keyof T]-?: Key extends Word ? Key : Names<T[Key], Word, [...Depth, 0]> }[keyof T]
      : never;
type Labels =
  | "label"
  | "labels"
  | "required"
  | "relevant"
  | "gold"
  | "grade"
  | "judgement"
  | "qrels";
type HasLabel = [Names<AdmissionInput["pool"], Labels>] extends [never] ? "no label" : "a label";

function everyObject(value: unknown, found: object[] = []): readonly object[] {
  if (typeof value !== "object" || value === null) return found;
  found.push(value);
  for (const each of Object.values(value)) everyObject(each, found);
  return found;
}

describe("freezePool", () => {
  it("has no place for a label in the type that policies see (CAN-16)", () => {
    const has: HasLabel = "no label";
    expect(has).toBe("no label");
  });

  it("drops every field that is not listed, wherever it was put (CAN-16)", () => {
    const labelled = { label: "required", grade: 3 };
    const smuggled = {
      ...aCandidate("c1"),
      ...labelled,
      citation: { ...aCandidate("c1").citation, ...labelled },
      offers: aCandidate("c1").offers.map((offer) => ({ ...offer, ...labelled })),
    };
    const pool = { ...aPool([smuggled]), ...labelled, task: { ...aPool([]).task, ...labelled } };
    const frozen = freezePool(pool);
    expect(JSON.stringify(frozen)).not.toMatch(/label|grade/);
    expect(frozen).toEqual(freezePool(aPool([aCandidate("c1")])));
  });

  it("freezes every object in it and leaves the one that was handed over as it was", () => {
    const pool = aPool([aCandidate("c1"), aCandidate("c2")]);
    const frozen = freezePool(pool);
    expect(everyObject(frozen).filter((each) => !Object.isFrozen(each))).toEqual([]);
    expect(everyObject(frozen).length).toBeGreaterThan(20);
    expect(Object.isFrozen(pool.candidates)).toBe(false);
    expect(freezePool(frozen)).toBe(frozen);
  });

  it("orders candidates by their ids, c2 before c10, whatever the order they came in (ADM-25)", () => {
    const ids = ["c10", "x", "c2", "c1"];
    const frozen = freezePool(aPool(ids.map((id) => aCandidate(id, { score: 1, rank: 1 }))));
    expect(frozen.candidates.map(({ id }) => id)).toEqual(["c1", "c2", "c10", "x"]);
  });

  it("refuses two candidates of one id, and objects where a word belongs", () => {
    expect(() => freezePool(aPool([aCandidate("c1"), aCandidate("c1")]))).toThrow(
      expect.objectContaining({ code: "pool_invalid" }),
    );
    const hidden = { ...aCandidate("c1"), title: { label: "required" } } as unknown as Candidate;
    expect(() => freezePool(aPool([hidden]))).toThrow(/candidates\[0\]\.title/);
    const broken = { ...aPool([]), candidates: "none" } as unknown as Pool;
    expect(() => freezePool(broken)).toThrow(/pool\.candidates: is no list/);
  });

  it("treats what the reader has the same way", () => {
    const resident = aResident(aCandidate("c1"), "section");
    const labelled = { ...resident, helpful: true } as Resident;
    expect(freezeResident(labelled)).toEqual(resident);
    expect(everyObject(freezeResident(resident)).every((each) => Object.isFrozen(each))).toBe(true);
  });
});
