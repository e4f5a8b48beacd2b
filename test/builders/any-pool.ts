import fc from "fast-check";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Pool } from "../../src/model/pool.ts";
import type { Resident } from "../../src/model/resident.ts";
import { NOTHING_RESIDENT } from "../../src/model/resident.ts";
import { aCandidate, aPool, aReport, aResident } from "./a-pool.ts";

const WORDS =
  "the retention window is decided by owner 30 60 Ann Bob export path not of topic harbor".split(
    " ",
  );

const text: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 25 })
  .map((words) => words.join(" "));

const rarely = <T>(value: T, other: T): fc.Arbitrary<T> =>
  fc.integer({ min: 0, max: 7 }).map((dice) => (dice === 0 ? value : other));

const changes = fc.record({
  text,
  tokens: fc.integer({ min: 1, max: 900 }),
  score: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 200 }).map((tenths) => tenths / 10) },
    { weight: 1, arbitrary: fc.constant("unavailable" as const) },
  ),
  exactMatch: rarely<Candidate["exactMatch"]>("identifier", "none"),
  minFidelity: rarely<Candidate["minFidelity"]>("exact", "any"),
  ageClass: fc.constantFrom<Candidate["ageClass"]>("dated", "outdated", "unknown"),
  scope: rarely("other", "project-1"),
  recovery: rarely<Candidate["recovery"]>(
    { status: "failed", reason: "gone" },
    { status: "resolved" },
  ),
  supersededBy: rarely<Candidate["supersededBy"]>("artifact://files/docs/c1.md", "none"),
  source: fc.constantFrom("files" as const, "memory" as const),
  spanWords: fc.integer({ min: 0, max: 10 }),
  notShown: fc.array(text, { maxLength: 2 }),
});

/** Pools of up to 25 candidates of two sources, with and without scores, some of them lost, foreign, exact, outdated or replaced. */
export const anyPool: fc.Arbitrary<Pool> = fc.array(changes, { maxLength: 25 }).map((all) => {
  const candidates = all.map(({ spanWords, ...each }, place) =>
    aCandidate(`c${place + 1}`, {
      ...each,
      ...(spanWords > 0 && each.tokens > 400
        ? { span: each.text.split(" ").slice(0, spanWords).join(" ") }
        : {}),
    }),
  );
  const terms = ["retent", "window", "decid"];
  const generators = [aReport(candidates, terms), aReport(candidates, terms, { source: "memory" })];
  return aPool(candidates, { generators });
});

/** A pool, what its reader has of it, and the room there is. */
export const anyAdmission: fc.Arbitrary<{
  readonly pool: Pool;
  readonly resident: Resident;
  readonly budget: { readonly tokens: number; readonly bytes: number };
}> = fc
  .record({
    pool: anyPool,
    level: fc.constantFrom("none", "anchor", "section"),
    tokens: fc.integer({ min: 0, max: 3000 }),
    bytes: fc.integer({ min: 0, max: 2000 }),
  })
  .map(({ pool, level, tokens, bytes }) => {
    const [first] = pool.candidates;
    const resident =
      first === undefined || level === "none"
        ? NOTHING_RESIDENT
        : aResident(first, level === "anchor" ? "anchor" : "section");
    return { pool, resident, budget: { tokens, bytes } };
  });
