import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/model/decision.ts";
import { NOTHING_RESIDENT, type Resident } from "../../../src/model/resident.ts";
import {
  ASKED_VERSION,
  decideExpansion,
  type ExpansionAsk,
} from "../../../src/pipeline/admit/decide-expansion.ts";
import {
  aCandidate,
  anOffer,
  aPool,
  aResident,
  type CandidateChanges,
} from "../../builders/a-pool.ts";

const ASK: ExpansionAsk = {
  candidate: "c1",
  shown: "anchor",
  to: "section",
  because: "it does not say which path",
};

interface Given {
  readonly changes?: CandidateChanges;
  readonly resident?: Resident;
  readonly tokens?: number;
}

function candidate(changes: CandidateChanges = {}): ReturnType<typeof aCandidate> {
  const plain = aCandidate("c1", { text: "The whole section.", ...changes });
  const full = anOffer("full", "deferred", { tokens: 500, lines: "none", coverage: 1 });
  return { ...plain, offers: changes.offers ?? [...plain.offers, full] };
}

/** The one decision that an ask comes to. */
function decide(ask: Partial<ExpansionAsk>, given: Given = {}): Decision | undefined {
  const { changes = {}, resident = NOTHING_RESIDENT, tokens = 1000 } = given;
  const pool = aPool([candidate(changes), aCandidate("c2")]);
  const input = { pool, resident, budget: { tokens, bytes: 100_000 } };
  const { decisions } = decideExpansion(input, { ...ASK, ...ask });
  expect(decisions).toHaveLength(1);
  return decisions[0];
}

describe("decideExpansion", () => {
  it("expands what was asked for, with the asker's reason on record (DIS-15, ADM-16)", () => {
    expect(decide({})).toMatchObject({
      verdict: "expand",
      candidate: "c1",
      representation: { granularity: "section", fidelity: "exact" },
      reason: { code: "asked", because: ASK.because },
      policyVersion: ASKED_VERSION,
      tokensPlanned: 3,
    });
  });

  it("rejects an ask without a reason (DIS-02)", () => {
    expect(decide({ because: " \n" })).toMatchObject({
      verdict: "reject",
      reason: { code: "invalid_decision", detail: "no reason was given" },
    });
  });

  it.each([
    [{ to: "anchor" }, "its anchor is no richer than its anchor, which was shown"],
    [{ to: "identity" }, "its identity is no richer than its anchor, which was shown"],
    [{ to: "span" }, "its span is not offered; there is identity, anchor, section, full"],
  ] as const)("rejects %j and says what there is", (ask, detail) => {
    expect(decide(ask)).toMatchObject({ verdict: "reject", reason: { detail } });
  });

  it("sets all of an artifact beside its anchor only once its section was seen (ADM-32)", () => {
    const detail = "its section was not seen yet; ask for that before all of it";
    expect(decide({ to: "full" })).toMatchObject({ verdict: "reject", reason: { detail } });
    const anchor = aResident(candidate(), "anchor");
    expect(decide({ shown: "identity", to: "full" }, { resident: anchor })?.verdict).toBe("reject");
    expect(decide({ shown: "section", to: "full" })?.verdict).toBe("expand");
    const section = aResident(candidate(), "section");
    expect(decide({ to: "full" }, { resident: section })?.verdict).toBe("expand");
  });

  it("reaches all of it from an anchor where no section is offered", () => {
    const offers = [anOffer("anchor", "A note"), anOffer("full", "All of it", { lines: "none" })];
    expect(decide({ to: "full" }, { changes: { offers } })?.verdict).toBe("expand");
  });

  it("records which levels an ask leaves out (DIS-01)", () => {
    const skipped = decide({ shown: "identity", to: "section" });
    expect(skipped?.reason).toEqual({
      code: "asked",
      because: ASK.because,
      detail: "leaves out anchor",
    });
  });

  it("defers what does not fit, and never shortens what must be exact (GRA-08)", () => {
    expect(decide({}, { tokens: 2 })).toMatchObject({
      verdict: "defer",
      reason: { code: "budget", because: ASK.because },
    });
    const changes = { minFidelity: "exact", span: "The whole" } as const;
    expect(decide({}, { changes, tokens: 2 })?.reason.code).toBe("below_fidelity");
    expect(decide({ to: "span" }, { changes })?.verdict).toBe("reject");
  });

  it("rejects what the reader has, what did not resolve and what is of another project (SCO-09)", () => {
    const section = aResident(candidate(), "section");
    expect(decide({}, { resident: section })?.reason).toEqual({
      code: "already_resident",
      with: "E1",
    });
    const lost = { recovery: { status: "failed", reason: "gone" } } as const;
    expect(decide({}, { changes: lost })?.reason.code).toBe("recovery_failed");
    expect(decide({}, { changes: { scope: "other" } })?.reason.code).toBe("out_of_scope");
  });

  it("says nothing about a candidate that the pool does not hold", () => {
    const input = { pool: aPool([]), resident: NOTHING_RESIDENT, budget: { tokens: 1, bytes: 1 } };
    expect(decideExpansion(input, ASK).decisions).toEqual([]);
  });
});
