import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureParts, renderBundle } from "../../../src/pipeline/bundle/measure-parts.ts";
import { aFittedBundle, aWriting, COUNTER } from "../../builders/a-laid-out-bundle.ts";

const FORMS = ["json", "markdown", "xml"] as const;
const LONG = "The line may be deployed by its owner alone.\n".repeat(60);

describe("a bundle under two caps", () => {
  it.each(FORMS)(
    "states the bytes and tokens of exactly what is emitted as %s (BUD-13)",
    async (form) => {
      const { response, rendering } = await aFittedBundle([{ text: "Owners deploy.\n" }], { form });
      expect(response.budget.usedBytes).toBe(Buffer.byteLength(rendering));
      expect(response.budget.usedTokens).toBe(COUNTER.count(rendering));
      expect(response.budget.counter).toBe("o200k_base");
      expect(rendering).toBe(renderBundle(response, aWriting(form)));
    },
  );

  it("asks the policy for less until labels and signals fit beside the exhibits", async () => {
    const stories = Array.from({ length: 12 }, () => ({ text: LONG.slice(0, 900) }));
    const { response, decisions } = await aFittedBundle(stories, { capTokens: 1_200 });
    expect(response.exhibits.length).toBeGreaterThan(1);
    expect(response.exhibits.length).toBeLessThan(12);
    expect(response.budget.usedTokens).toBeLessThanOrEqual(1_200);
    // What found no room is on record with the reason, not lost.
    const outside = decisions.filter(({ reason }) => reason.code === "budget");
    expect(outside.length).toBe(12 - response.exhibits.length);
  });

  it("gives up no more exhibits than their labels make it, where labels cost more than texts", async () => {
    const texts = Array.from({ length: 12 }, (_, index) => ({
      text: `Owners deploy line ${index} by hand, and write it down.\n`,
    }));
    const form = "json";
    const three = await aFittedBundle(texts.slice(0, 3), { form, capTokens: 40_000 });
    const capTokens = three.response.budget.usedTokens + 400;
    const { response } = await aFittedBundle(texts, { form, capTokens, capBytes: 100_000 });
    expect(response.exhibits.length).toBeGreaterThanOrEqual(2);
    expect(response.budget.usedTokens).toBeLessThanOrEqual(capTokens);
  });

  it("sums decisions up before anything is dropped, and says so in counts", async () => {
    const stories = Array.from({ length: 20 }, (_, index) => ({
      text: "Owners deploy.\n",
      verdict: index < 2 ? ("admit" as const) : ("reject" as const),
    }));
    const whole = await aFittedBundle(stories, {
      form: "json",
      capTokens: 6_000,
      capBytes: 40_000,
    });
    expect(whole.response.decisions).toHaveLength(20);
    const tight = await aFittedBundle(stories, { form: "json", capTokens: 6_000, capBytes: 7_000 });
    expect(tight.response.exhibits).toHaveLength(2);
    expect(tight.response.decisions).toEqual([
      { verdict: "admit", reason: "evidence_strong", count: 2 },
      { verdict: "reject", reason: "below_threshold", count: 18 },
    ]);
  });

  it("drops named candidates before an exhibit, and counts them", async () => {
    const stories = Array.from({ length: 8 }, (_, index) => ({
      text: index === 0 ? LONG.slice(0, 450) : "Owners deploy.\n",
      heading: "Who may deploy to the line in a maintenance window and who may not",
      verdict: index === 0 ? ("admit" as const) : ("defer" as const),
    }));
    const all = await aFittedBundle(stories);
    expect(all.response.deferred).toHaveLength(7);
    const tight = await aFittedBundle(stories, { capTokens: all.response.budget.usedTokens - 100 });
    expect(tight.response.exhibits).toHaveLength(1);
    expect(tight.response.budget.dropped).toBeGreaterThan(0);
    expect(tight.response.deferred.length + tight.response.budget.dropped).toBe(7);
  });

  it("refuses caps that cannot hold the signals, and names the smallest that can (BUD-12)", async () => {
    const refused = aFittedBundle([{ text: "a" }], { capTokens: 20 });
    await expect(refused).rejects.toMatchObject({ code: "token_cap_too_small" });
    await expect(aFittedBundle([{ text: "a" }], { capBytes: 50 })).rejects.toMatchObject({
      code: "cap_too_small",
    });
    const { details } = await refused.catch((error) => error);
    const least = await aFittedBundle([{ text: "a" }], { capTokens: details.minimumTokens + 2 });
    expect(least.response.budget.usedTokens).toBeLessThanOrEqual(details.minimumTokens + 2);
  });

  it("never exceeds a cap, accounts for every byte, and shows no text but that of its exhibits (LED-08)", async () => {
    const story = fc.record({
      text: fc.oneof(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 2_000 }),
        fc.constant(LONG),
      ),
      title: fc.string({ unit: "grapheme", maxLength: 80 }),
      verdict: fc.constantFrom("admit" as const, "defer" as const, "reject" as const),
    });
    const caps = fc.record({
      form: fc.constantFrom(...FORMS),
      capTokens: fc.integer({ min: 500, max: 4_000 }),
      capBytes: fc.integer({ min: 2_500, max: 20_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(story, { maxLength: 8 }), caps, async (stories, limits) => {
        const { response, rendering } = await aFittedBundle(stories, limits);
        expect(Buffer.byteLength(rendering)).toBeLessThanOrEqual(limits.capBytes);
        expect(COUNTER.count(rendering)).toBeLessThanOrEqual(limits.capTokens);
        const parts = measureParts(response, aWriting(limits.form));
        const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
        expect(bytes).toBe(Buffer.byteLength(rendering));
        expect(parts.every((part) => part.bytes > 0)).toBe(true);
        const tokens = parts.reduce((sum, part) => sum + part.tokens, 0);
        expect(tokens).toBe(response.budget.usedTokens);
        const texts = new Set(stories.map(({ text }) => text));
        expect(response.exhibits.every(({ text }) => texts.has(text))).toBe(true);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
