import { describe, expect, it } from "vitest";
import { exitOfChecks } from "../../../src/interfaces/cli/commands/verify.ts";
import { exitOfAnswer } from "../../../src/interfaces/cli/exit-codes.ts";
import type { CitationCheck, VerifyResponse } from "../../../src/model/verify-response.ts";
import { aHit, anEnvelope } from "../../builders/a-response.ts";

const { budget } = anEnvelope("x");
const whole = { gaps: [], completeness: { complete: true, sources: [] }, budget };
const partial = { gaps: [], completeness: { complete: false, sources: [] }, budget };

describe("the exit status of an answer", () => {
  it("says that nothing was found only when every source answered", () => {
    expect(exitOfAnswer(true, whole, false)).toBe(0);
    expect(exitOfAnswer(false, whole, false)).toBe(1);
    expect(exitOfAnswer(false, partial, false)).toBe(3);
    expect(exitOfAnswer(true, partial, false)).toBe(0);
  });

  it("never calls nothing what was found and does not fit the cap", () => {
    const cut = { ...whole, budget: { ...budget, dropped: 2 } };
    expect(exitOfAnswer(false, cut, false)).toBe(3);
    expect(exitOfAnswer(true, cut, false)).toBe(0);
  });

  it("puts completeness first when it is required", () => {
    expect(exitOfAnswer(true, partial, true)).toBe(3);
    expect(exitOfAnswer(true, whole, true)).toBe(0);
    expect(exitOfAnswer(false, whole, true)).toBe(1);
    const ledger = { ...whole, gaps: [{ code: "source_failed" as const, subject: "ledger.db" }] };
    expect(exitOfAnswer(true, ledger, true)).toBe(3);
    expect(exitOfAnswer(true, ledger, false)).toBe(0);
  });
});

describe("the exit status of checked citations", () => {
  const check = (
    state: "current" | "relocated" | "changed" | "gone" | "unchecked",
    resolved: CitationCheck["resolved"] = "exact",
  ): CitationCheck => ({
    asked: "a.md:1",
    artifact: "artifact://files/a.md",
    resolved,
    citation: { ...aHit().citation, state },
    reason: "",
  });
  const statusOf = (checks: CitationCheck[], changes: Partial<VerifyResponse> = {}): number =>
    exitOfChecks({ ...anEnvelope("exhibit.verify/1"), checks, ...changes }, false);

  it("is 0 when every one holds, at its lines or at others", () => {
    expect(statusOf([check("current"), check("relocated")])).toBe(0);
  });

  it("is 1 as soon as one does not hold", () => {
    expect(statusOf([check("current"), check("changed")])).toBe(1);
    expect(statusOf([check("gone"), check("unchecked")])).toBe(1);
    expect(statusOf([check("current", "mismatch")])).toBe(1);
    expect(statusOf([check("current", "version_unknown")])).toBe(1);
    expect(statusOf([{ ...check("current"), citation: "unknown" }])).toBe(1);
  });

  it("is 3 when some name no version, could not be compared, or did not fit the cap", () => {
    expect(statusOf([check("current"), check("unchecked")])).toBe(3);
    expect(statusOf([check("current", "unpinned")])).toBe(3);
    expect(statusOf([check("current", "unpinned"), check("changed")])).toBe(1);
    expect(statusOf([check("current")], { budget: { ...budget, dropped: 1 } })).toBe(3);
  });
});
