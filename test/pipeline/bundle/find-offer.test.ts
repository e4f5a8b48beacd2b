import { describe, expect, it } from "vitest";
import { expansionsBeyond } from "../../../src/pipeline/bundle/find-offer.ts";
import { aTextPool } from "../../builders/a-laid-out-bundle.ts";

describe("richer forms of a candidate", () => {
  const [candidate] = aTextPool([{ text: "Owners deploy.\nNobody else does." }]).candidates;
  if (candidate === undefined) throw new Error("no candidate");

  it("are those behind what was shown, the least first", () => {
    const beyond = (granularity: "identity" | "anchor" | "section") =>
      expansionsBeyond(candidate, { granularity, exactLines: "none" }).map(({ to }) => to);
    expect(beyond("identity")).toEqual(["anchor", "section"]);
    expect(beyond("anchor")).toEqual(["section"]);
    expect(beyond("section")).toEqual([]);
  });

  it("leave out what holds no line that was not shown word for word", () => {
    const shown = { granularity: "identity", exactLines: { startLine: 1, endLine: 2 } } as const;
    expect(expansionsBeyond(candidate, shown)).toEqual([]);
    const part = { granularity: "identity", exactLines: { startLine: 1, endLine: 1 } } as const;
    expect(expansionsBeyond(candidate, part).map(({ to }) => to)).toEqual(["anchor", "section"]);
  });
});
