import { describe, expect, it } from "vitest";
import { formatVerify } from "../../../../src/interfaces/cli/format/format-verify.ts";
import type { CitationCheck } from "../../../../src/model/verify-response.ts";
import { aHit, anEnvelope } from "../../../builders/a-response.ts";
import { aView } from "../../../builders/a-view.ts";

const check = (changes: Partial<CitationCheck>): CitationCheck => ({
  asked: "docs/a.md:3",
  artifact: "artifact://files/docs/a.md",
  resolved: "exact",
  citation: aHit().citation,
  reason: "the same bytes stand at the same lines",
  ...changes,
});
const format = (...checks: CitationCheck[]): string =>
  formatVerify({ ...anEnvelope("exhibit.verify/1"), checks }, aView(), new Map());

describe("checked citations for a reader", () => {
  it("call a reference without a version unpinned, whatever stands there, and count it apart", () => {
    const text = format(check({ resolved: "unpinned" }), check({}));
    expect(text).toMatch(/^unpinned {3}docs\/a\.md:3$/m);
    expect(text).toContain("1 of 2 citations hold. 1 names no version.");
  });

  it("begin with what is wrong before what the file holds", () => {
    expect(format(check({ resolved: "mismatch" }))).toMatch(/^mismatch {3}docs/);
    expect(format(check({ resolved: "malformed", citation: "unknown" }))).toMatch(/^malformed/);
    expect(format(check({ resolved: "version_unknown", citation: "unknown" }))).toMatch(/^unknown/);
    expect(format(check({}))).toMatch(/^current {4}docs.*1 of 1 citation holds\./s);
    expect(format(check({ resolved: "mismatch" }))).toContain("0 of 1 citation holds.");
  });
});
