import { describe, expect, expectTypeOf, it } from "vitest";
import type { LiveFreshness } from "../../../src/model/freshness.ts";
import type { Observation } from "../../../src/model/observation.ts";
import { assessLive } from "../../../src/pipeline/respond/assess-live.ts";

const NOW = Date.parse("2026-10-15T12:00:00Z");
const served = { ref: "artifact://files/a.md", version: "aa" } as const;
const observation: Observation = {
  artifact: served.ref,
  version: "aa",
  at: "2026-10-15T09:00:00Z",
  evidence: "ticket 12",
  expires: "2026-10-16T00:00:00Z",
  recordedAt: "2026-10-15T09:01:00Z",
};

describe("assessLive", () => {
  it("is false without an observation, whatever else is true (FRE-07)", () => {
    expect(assessLive([served], [], NOW)).toEqual({ verified: false, evidence: [] });
    expect(assessLive([], [], NOW)).toEqual({ verified: false, evidence: [] });
  });

  it("is true with evidence for exactly the version served (FRE-04)", () => {
    const live = assessLive([served], [observation], NOW);
    expect(live.verified).toBe(true);
    expect(live.evidence.map((e) => e.evidence)).toEqual(["ticket 12"]);
    expect(assessLive([{ ...served, version: "bb" }], [observation], NOW).verified).toBe(false);
  });

  it("is false once it expired, before it was made, and when one of several artifacts has none", () => {
    expect(assessLive([served], [observation], Date.parse(observation.expires)).verified).toBe(
      false,
    );
    expect(assessLive([served], [observation], Date.parse(observation.at) - 1).verified).toBe(
      false,
    );
    const other = { ref: "artifact://files/b.md", version: "bb" } as const;
    const mixed = assessLive([served, other], [observation], NOW);
    expect(mixed).toMatchObject({ verified: false, evidence: [{ evidence: "ticket 12" }] });
  });

  it("cannot be written as verified without evidence (FRE-04)", () => {
    type Verified = Extract<LiveFreshness, { verified: true }>;
    expectTypeOf<{ verified: true; evidence: [] }>().not.toExtend<Verified>();
  });
});
