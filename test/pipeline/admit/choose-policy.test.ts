import { describe, expect, it } from "vitest";
import {
  choosePolicy,
  isPolicyName,
  POLICY_NAMES,
} from "../../../src/pipeline/admit/choose-policy.ts";

const NONE = { pinned: [] };

describe("choosePolicy", () => {
  it("knows these, each under a version of its own (ADM-14)", () => {
    const versions = POLICY_NAMES.map((name) => `${name}: ${choosePolicy(name, NONE).version}`);
    expect(versions).toEqual([
      "budget-fill: budget-fill/1",
      "disclose: disclose/1",
      "hybrid: hybrid/1",
      "lexgate: lexgate/1:lean",
      "lexgate/2: lexgate/2:lean",
      "none: none/1",
      "pool-z: pool-z/1:1",
      "preload-all: preload-all/1",
      "score-gap: score-gap/1",
      "top-k: top-k/1:3",
    ]);
    expect(choosePolicy("lexgate:wide", NONE).version).toBe("lexgate/1:wide");
    expect(choosePolicy("pool-z:-0.50", NONE).version).toBe("pool-z/1:-0.5");
  });

  it("offers no oracle: what it knows is forbidden here (CAN-16)", () => {
    expect(isPolicyName("oracle")).toBe(false);
    expect(isPolicyName("top-k:3")).toBe(true);
    expect(isPolicyName("toString")).toBe(false);
  });

  it("suggests the nearest name, of one's own policies too", () => {
    expect(() => choosePolicy("lexgat", NONE)).toThrow(/Did you mean "lexgate"/);
    expect(() => choosePolicy("hose-rules", NONE, ["house-rules"])).toThrow(/"house-rules"/);
    expect(() => choosePolicy("constructor", NONE)).toThrow(
      expect.objectContaining({ code: "policy_unknown" }),
    );
  });

  it.each([
    "top-k:0",
    "top-k:",
    "top-k:1e9",
    "lexgate:fast",
    "pool-z:high",
    "none:1",
    "budget-fill:-4",
  ])("refuses %s and says what would do", (name) => {
    expect(() => choosePolicy(name, NONE)).toThrow(
      expect.objectContaining({
        code: "policy_invalid",
        message: expect.stringContaining("it takes"),
      }),
    );
  });
});
