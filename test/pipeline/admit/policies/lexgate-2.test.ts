import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../../../../src/model/candidate.ts";
import { NOTHING_RESIDENT } from "../../../../src/model/resident.ts";
import { choosePolicy } from "../../../../src/pipeline/admit/choose-policy.ts";
import {
  type GateParameters,
  LEAN,
  LEAN_2,
  WIDE_2,
} from "../../../../src/pipeline/admit/parameters.ts";
import {
  createSecondLexgate,
  secondLexgateVersion,
} from "../../../../src/pipeline/admit/policies/lexgate-2.ts";
import { aCandidate, aPool } from "../../../builders/a-pool.ts";

const ROOM = { tokens: 2000, bytes: 100_000 };
const ANSWER = "The retention window is decided by the owner of each topic.";

/** Constants of these tests alone: refitting the shipped ones changes no rule. */
const GATE: GateParameters = { ...LEAN_2, tau: 0.3 };

function admitted(candidates: readonly Candidate[], parameters = GATE): string[] {
  const { decisions } = createSecondLexgate(parameters).decide({
    pool: aPool(candidates),
    resident: NOTHING_RESIDENT,
    budget: ROOM,
  });
  return decisions.filter(({ verdict }) => verdict === "admit").map(({ candidate }) => candidate);
}

/** Twenty texts of equal length; the scores are those of stage one, whatever the ranks became. */
function pool(scoreOf: (place: number) => number, texts: readonly string[] = []): Candidate[] {
  return Array.from({ length: 20 }, (_, index) =>
    aCandidate(`c${index + 1}`, {
      text: texts[index] ?? `A window without the rest, number ${index}.`,
      tokens: 100,
      score: scoreOf(index + 1),
    }),
  );
}

describe("lexgate/2", () => {
  it("admits what the last stage put first though another text scored as high in the first one", () => {
    const last = `Then the retention window is decided anew by whoever owns it now.`;
    const texts = [ANSWER, ...Array.from({ length: 18 }, () => ""), last].map(
      (text, place) => text || `A window without the rest, number ${place}.`,
    );
    const equal = pool((place) => (place === 1 || place === 20 ? 20 : 4), texts);
    expect(admitted(equal)).toEqual(["c1"]);
    const swapped = equal.map((each) => {
      const rank = each.rank === 20 ? 2 : each.rank === 2 ? 20 : each.rank;
      return { ...each, rank };
    });
    expect(admitted(swapped)).toEqual(["c1", "c20"]);
  });

  it("asks more of a text that is longer than the others, however little of it would enter", () => {
    const long = pool((place) => (place <= 2 ? 20 : 4), [ANSWER, `${ANSWER} Always so.`]);
    expect(admitted(long)).toEqual(["c1", "c2"]);
    const longer = long.map((each) =>
      each.id === "c2" ? { ...each, fragment: `${"a".repeat(64)}#0-90000` } : each,
    );
    expect(admitted(longer)).toEqual(["c1"]);
  });

  it("goes by scores where its generator gave no ranks", () => {
    const unranked = pool((place) => 20 / place, [ANSWER]).map(
      (each): Candidate => ({ ...each, rank: "unavailable" }),
    );
    expect(admitted(unranked)[0]).toBe("c1");
  });

  it("admits no less when less strength is required", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.1, max: 30, noNaN: true }), { minLength: 1, maxLength: 20 }),
        (scores) => {
          const candidates = scores.map((score, place) =>
            aCandidate(`c${place + 1}`, { score, text: `${ANSWER} ${place}`, tokens: 10 }),
          );
          const wide = new Set(admitted(candidates, WIDE_2));
          expect(admitted(candidates, LEAN_2).filter((id) => !wide.has(id))).toEqual([]);
        },
      ),
    );
  });

  it("is another version by every parameter, and is chosen by its name (ADM-14)", () => {
    const versions = [LEAN_2, WIDE_2, LEAN, { ...LEAN_2, theta: 0.123 }].map(secondLexgateVersion);
    expect(new Set(versions).size).toBe(4);
    expect(versions.slice(0, 2)).toEqual(["lexgate/2:lean", "lexgate/2:wide"]);
    const settings = { pinned: [] };
    expect(choosePolicy("lexgate/2", settings).version).toBe("lexgate/2:lean");
    expect(choosePolicy("lexgate/2:wide", settings).version).toBe("lexgate/2:wide");
    expect(() => choosePolicy("lexgate/2:fat", settings)).toThrow("lean or wide");
  });
});
