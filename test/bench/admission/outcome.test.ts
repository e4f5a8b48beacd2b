import { describe, expect, it } from "vitest";
import { distinctTexts } from "../../../bench/admission/distinct-texts.ts";
import { judgePool } from "../../../bench/admission/judge-pools.ts";
import type { Label, LabelledPool } from "../../../bench/admission/labelled-pool.ts";
import { needless } from "../../../bench/admission/outcome.ts";
import { aCandidate, aPool } from "../../builders/a-pool.ts";

const ANSWER = "The retention window is decided by the owner of each topic.";

/** Twenty candidates, the fourth the same bytes as the first. */
function labelled(labels: Record<string, Label>): LabelledPool {
  const candidates = Array.from({ length: 20 }, (_, place) =>
    aCandidate(`c${place + 1}`, {
      text: place === 0 || place === 3 ? ANSWER : `Something else about a window, ${place}.`,
      tokens: 100 + place,
      score: 20 / (place + 1),
      duplicateOf: place === 3 ? "c1" : "none",
    }),
  );
  return {
    set: "tiny",
    id: "1",
    half: "choose",
    kind: "answerable",
    pool: aPool(candidates),
    labels,
    requiredOutside: 0,
  };
}

describe("judging a pool", () => {
  it("counts a text once, by the best that any copy of it is labelled", () => {
    const texts = distinctTexts(labelled({ c4: "required", c2: "distractor" }));
    expect(texts).toHaveLength(19);
    expect(texts[0]).toMatchObject({ places: [0, 3], label: "required" });
  });

  it("charges each policy with what it admitted, split by label", () => {
    const { outcomes } = judgePool(labelled({ c4: "required", c2: "distractor", c3: "trap" }));
    expect(outcomes["top-1"]).toMatchObject({ recall: 1, precision: 1, admitted: 1 });
    const three = outcomes["top-3"];
    expect(three?.recall).toBe(1);
    expect(three?.precision).toBeCloseTo(1 / 3);
    expect(three?.whole).toEqual({
      required: 100,
      helpful: 0,
      distractor: 101,
      trap: 102,
      irrelevant: 0,
    });
    expect(three === undefined ? 0 : needless(three.whole)).toBe(203);
    expect(outcomes["none"]).toMatchObject({ recall: 0, precision: "none", admitted: 0, named: 0 });
    expect(outcomes["oracle"]).toMatchObject({ recall: 1, precision: 1, admitted: 1 });
    expect(outcomes["preload-all"]?.admitted).toBe(19);
    expect(outcomes["lexgate/1:lean"]?.named).toBeGreaterThan(0);
  });

  it("measures abstention alone where nothing in the pool answers", () => {
    const judged = judgePool({ ...labelled({}), kind: "off_topic" });
    expect(judged.outcomes).toEqual({});
    expect(judged.candidates).toEqual([]);
    expect(judged.sufficiency.gate).toBeGreaterThan(0);
    expect(judged.abstained).toContain("none");
  });
});
