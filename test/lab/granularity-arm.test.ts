import { beforeAll, describe, expect, it } from "vitest";
import {
  type ArmReceipt,
  type ArmRequest,
  runGranularityArm,
} from "../../src/lab/granularity-arm.ts";
import { makeOffers } from "../../src/pipeline/gather/make-offers.ts";
import { COUNTER } from "../builders/a-laid-out-bundle.ts";
import { aCandidate } from "../builders/a-pool.ts";
import { anOfferSource } from "../builders/an-offer-source.ts";

const SETTINGS = [
  "## Timing",
  "",
  "The timing of an import was chosen after the long outage of last spring, in several rounds of talks.",
  "",
  "- **retry**: three times, then the import stops",
  "- **pause**: nine seconds between two attempts",
  "- **limit**: forty files in one run",
  "",
  "Nobody has changed any of them since then, although it was discussed twice at the harbor desk.",
].join("\n");
const TEXT = `# Import\n\n${"An import reads one file after the other. ".repeat(12)}\n\n${SETTINGS}\n\n## History\n\n${"It was slow once. ".repeat(30)}\n`;
const FACTS = ["nine seconds between two attempts", "three times, then the import stops"];

let request: ArmRequest;

/** A real candidate of that section, with the forms that are really offered of it. */
beforeAll(async () => {
  const source = await anOfferSource({
    path: "docs/import.md",
    text: TEXT,
    holding: "nine seconds",
  });
  request = {
    candidate: aCandidate("c1", { offers: makeOffers(source) }),
    fullText: TEXT,
    facts: FACTS,
    contrasts: [
      ["full", "section"],
      ["section", "extraction"],
    ],
    counter: COUNTER,
    outcomes: { section: "success" },
  };
});

function measured(receipt: ArmReceipt): Extract<ArmReceipt, { status: "measured" }> {
  if (receipt.status !== "measured") throw new Error(receipt.reason);
  return receipt;
}

describe("the whole, its section and a typed extraction of it", () => {
  it("are compared for one required candidate by tokens and outcome, each pair on one axis (GRA-05, GRA-09)", () => {
    const { conditions, contrasts } = measured(runGranularityArm(request));
    expect(conditions.map(({ form, outcome }) => [form, outcome])).toEqual([
      ["full", "unknown"],
      ["section", "success"],
      ["extraction", "unknown"],
    ]);
    const [full = 0, section = 0, extraction = 0] = conditions.map(({ tokens }) => tokens);
    expect(full).toBe(COUNTER.count(TEXT));
    expect(full).toBeGreaterThan(section);
    expect(section).toBeGreaterThan(extraction);
    expect(contrasts).toEqual([
      { from: "full", to: "section", moved: "granularity", tokens: section - full },
      { from: "section", to: "extraction", moved: "fidelity", tokens: extraction - section },
    ]);
  });

  it("are refused as a pair between which both axes vary, or none (GRA-05)", () => {
    expect(runGranularityArm({ ...request, contrasts: [["full", "extraction"]] })).toEqual({
      status: "refused",
      reason: "granularity and fidelity both vary between full and extraction",
    });
    expect(runGranularityArm({ ...request, contrasts: [["section", "section"]] })).toMatchObject({
      status: "refused",
      reason: "nothing differs between section and section",
    });
  });

  it("are refused where one of them lacks a fact that the task needs (GRA-10)", () => {
    // It stands in the prose of the section, of which no field is made.
    const facts = [...FACTS, "after the long outage of last spring"];
    expect(runGranularityArm({ ...request, facts })).toEqual({
      status: "refused",
      reason: 'its extraction does not state "after the long outage of last spring"',
    });
    const elsewhere = ["An import reads one file after the other."];
    expect(runGranularityArm({ ...request, facts: elsewhere })).toMatchObject({
      reason: expect.stringContaining("its section does not state"),
    });
    for (const none of [[], ["It never says this."]]) {
      expect(runGranularityArm({ ...request, facts: none }).status).toBe("refused");
    }
    const prose = { ...request.candidate, offers: request.candidate.offers.slice(0, 2) };
    expect(runGranularityArm({ ...request, candidate: prose })).toMatchObject({
      reason: "the candidate has no full to compare",
    });
  });

  it("show what each costs above the lines that state the facts (GRA-12)", () => {
    const { conditions, neededTokens } = measured(runGranularityArm(request));
    const needed = TEXT.split("\n").filter((line) => /^- \*\*(?:retry|pause)/.test(line));
    expect(neededTokens).toBe(COUNTER.count(needed.join("\n")));
    for (const { aboveNeeded, tokens } of conditions)
      expect(aboveNeeded).toBe(tokens - neededTokens);
    const [full = 0, section = 0, extraction = 0] = conditions.map((each) => each.aboveNeeded);
    expect(full).toBeGreaterThan(section);
    expect(section).toBeGreaterThan(extraction);
    expect(extraction).toBeGreaterThan(0);
  });
});
