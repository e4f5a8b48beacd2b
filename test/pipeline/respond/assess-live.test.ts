import fc from "fast-check";
import { describe, expect, it } from "vitest";
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

  it("has evidence whenever it is verified, whatever was served and observed (FRE-04)", () => {
    const versions = fc.constantFrom("aa", "bb");
    const refs = fc.constantFrom(
      "artifact://files/a.md" as const,
      "artifact://files/b.md" as const,
    );
    const minutes = fc.integer({ min: -60, max: 60 });
    const at = (offset: number) => new Date(NOW + offset * 60_000).toISOString();
    const observations = fc.record({ ref: refs, version: versions, from: minutes, until: minutes });
    const cases = { verified: 0, not: 0 };
    fc.assert(
      fc.property(
        fc.array(fc.record({ ref: refs, version: versions }), { maxLength: 2 }),
        fc.array(observations, { maxLength: 6 }),
        (shown, made) => {
          const recorded = made.map(({ ref, version, from, until }) => ({
            ...observation,
            artifact: ref,
            version,
            at: at(from),
            expires: at(until),
          }));
          const live = assessLive(shown, recorded, NOW);
          const isCovered = (one: (typeof shown)[number]) =>
            made.some(
              (o) => o.ref === one.ref && o.version === one.version && o.from <= 0 && o.until > 0,
            );
          expect(live.verified).toBe(shown.length > 0 && shown.every(isCovered));
          if (live.verified) expect(live.evidence).toHaveLength(shown.length);
          cases[live.verified ? "verified" : "not"]++;
        },
      ),
      { numRuns: 500, seed: 4 },
    );
    // Both answers came up, so neither was asserted of nothing.
    expect(Math.min(cases.verified, cases.not)).toBeGreaterThan(10);
  });

  it("has no way to be written as verified without evidence (FRE-04)", () => {
    const withEvidence: LiveFreshness = {
      verified: true,
      evidence: [{ artifact: served.ref, at: "t", evidence: "ticket 12", expires: "t" }],
    };
    expect(withEvidence.evidence).toHaveLength(1);
    // @ts-expect-error The compiler refuses an empty list: `npm run typecheck` fails when it no longer does.
    const without: LiveFreshness = { verified: true, evidence: [] };
    expect(without.evidence).not.toEqual(withEvidence.evidence);
  });
});
