import { describe, expect, it } from "vitest";
import { toRecord } from "../../../src/pipeline/ledger/to-record.ts";
import { openMemoryLedgerStore } from "../../../src/stores/memory/memory-ledger-store.ts";
import { aBundle, aCandidate, aDecision, anExhibit, sha256 } from "../../builders/a-bundle.ts";

const OWNERS = { artifact: "artifact://files/docs/owners.md", text: "The harbor desk." } as const;
const ROTA = {
  artifact: "artifact://files/docs/rota.md",
  text: "Mondays.",
  title: "Rota",
} as const;

/** What the stages of a bundle leave behind for its record. */
function emittedParts() {
  const { form, rendering, parts, machinery, change, net, tookMs, task, generators, ...rest } =
    aBundle({ exhibits: [OWNERS, ROTA] });
  const candidates = [aCandidate("c1", OWNERS), aCandidate("c2", ROTA)] as const;
  const [first, second] = candidates;
  const exhibits = [
    anExhibit("E1", first),
    anExhibit("E2", second, {
      representation: { granularity: "full", fidelity: "exact" },
      tokens: 7,
    }),
  ];
  const { deferred, occupancy, policyVersion, sufficiency, uncovered } = rest;
  return {
    id: "B1",
    at: "2026-10-15T09:00:00.000Z",
    response: { deferred, exhibits, occupancy, policyVersion, sufficiency, uncovered },
    ...{ form, rendering, parts, machinery, change, net, tookMs },
    pool: {
      schema: "exhibit.pool/1",
      counter: "o200k_base",
      task,
      generators,
      candidates,
    } as const,
    decisions: [aDecision(1, first), aDecision(2, second)],
    generation: 7,
    previous: "none",
    expansion: "none" as const,
  };
}

describe("the record of a bundle", () => {
  it("keeps each candidate with the hash of its text and without the text", () => {
    const given = emittedParts();
    const [first, second] = given.pool.candidates;
    const unloaded = { ...second.offers[0], granularity: "full", text: "deferred" } as const;
    const pool = {
      ...given.pool,
      candidates: [first, { ...second, offers: [...second.offers, unloaded] }],
    };
    const { candidates } = toRecord({ ...given, pool } as Parameters<typeof toRecord>[0]);
    expect(JSON.stringify(candidates)).not.toMatch(/harbor desk|Mondays/);
    expect(candidates.map(({ offers }) => offers.map((offer) => offer.sha256))).toEqual([
      [sha256(OWNERS.text)],
      [sha256(ROTA.text), "deferred"],
    ]);
    const { offers: _, ...rest } = first;
    expect(candidates[0]).toMatchObject(rest);
  });

  it("counts bytes, hash and tokens from what was emitted, so that they cannot say otherwise (LED-08)", async () => {
    const given = emittedParts();
    const record = toRecord(given);
    expect(record.bytes).toBe(Buffer.byteLength(given.rendering));
    expect(record.renderingSha256).toBe(sha256(given.rendering));
    expect(record.tokens).toBe(given.parts.reduce((sum, { tokens }) => sum + tokens, 0));
    const ledger = openMemoryLedgerStore();
    await ledger.reserve();
    await ledger.append(record);
    expect(await ledger.check()).toEqual([]);
  });

  it("sums admitted tokens by granularity, which has none for what was not admitted", () => {
    expect(toRecord(emittedParts()).tokensBy).toEqual({ section: 10, full: 7 });
  });

  it("leaves the cost in money unknown where no price table is given, beside the tokens (LED-15)", () => {
    const given = emittedParts();
    expect(toRecord(given)).toMatchObject({ cost: "unknown", session: "unknown", generation: "7" });
    const cost = { amount: 0.02, currency: "EUR", priceTable: "2026-10" };
    const priced = toRecord({ ...given, cost });
    expect(priced).toEqual({ ...toRecord(given), cost });
    expect(priced.tokens).toBe(toRecord(given).tokens);
  });

  it("keeps how long each stage took apart from what was decided (LED-14)", () => {
    const given = emittedParts();
    const slow = toRecord({ ...given, tookMs: { gather: 900, decide: 9, assemble: 90 } });
    const { tookMs, ...rest } = toRecord(given);
    expect({ ...rest, tookMs: slow.tookMs }).toEqual(slow);
    expect(tookMs).toEqual({ gather: 12, decide: 1, assemble: 3 });
  });
});
