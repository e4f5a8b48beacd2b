import { describe, expect, it } from "vitest";
import { shiftBetween } from "../../../src/pipeline/ledger/shift-between.ts";
import { aCandidate, anExhibit } from "../../builders/a-bundle.ts";

const exhibit = (label: string, path: string, tokens: number) =>
  anExhibit(label, aCandidate("c1", { artifact: `artifact://files/${path}`, text: path }), {
    tokens,
  });

describe("a bundle beside an earlier one", () => {
  it("shows what a redundant source costs: its tokens, and the places of all behind it (ADM-23)", () => {
    const before = [exhibit("E1", "owners.md", 40), exhibit("E2", "limits.md", 30)];
    const now = [
      exhibit("E1", "owners.md", 40),
      exhibit("E2", "owners-again.md", 45),
      exhibit("E3", "limits.md", 30),
    ];
    expect(shiftBetween(before, now)).toEqual({
      tokens: 45,
      moved: [{ label: "E3", positionBefore: 2, position: 3, tokensAhead: 45 }],
    });
    expect(shiftBetween(now, before)).toEqual({
      tokens: -45,
      moved: [{ label: "E2", positionBefore: 3, position: 2, tokensAhead: -45 }],
    });
  });

  it("moved nothing where it only grew at its end, and where nothing is shown twice", () => {
    const [one, two] = [exhibit("E1", "owners.md", 40), exhibit("E2", "limits.md", 30)];
    expect(shiftBetween([one], [one, two])).toEqual({ tokens: 30, moved: [] });
    expect(shiftBetween([one], [{ ...two, label: "E1" }])).toEqual({ tokens: -10, moved: [] });
    expect(shiftBetween([], [])).toEqual({ tokens: 0, moved: [] });
  });
});
