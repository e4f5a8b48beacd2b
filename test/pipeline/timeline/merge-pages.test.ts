import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergePages, type StorePage } from "../../../src/pipeline/timeline/merge-pages.ts";
import {
  comparePlaces,
  type Dated,
  isAuditGrade,
} from "../../../src/pipeline/timeline/order-events.ts";

const ORDERS = ["newest", "oldest"] as const;

/** What a store gives: its own first N in the order asked. */
function pageOf(
  items: readonly Dated[],
  { order, limit }: { readonly order: (typeof ORDERS)[number]; readonly limit: number },
): StorePage<Dated> {
  const sorted = items.toSorted((a, b) => comparePlaces(order, a, b));
  return {
    items: sorted.slice(0, limit),
    omitted: Math.max(0, sorted.length - limit),
    passedOver: [],
  };
}

// Few distinct times, so that most events share theirs with another.
const store = (name: string): fc.Arbitrary<readonly Dated[]> =>
  fc
    .array(fc.integer({ min: 0, max: 12 }), { maxLength: 25 })
    .map((times) =>
      times.map((epochMs, index): Dated => ({ epochMs, ref: `artifact://${name}/${index}` })),
    );
const stores = fc.tuple(store("sessions"), store("memory"), store("captures"), store("files"));

describe("merging what stores have of a window", () => {
  it("gives what sorting everything and cutting then would give (ORD-07, ORD-08)", () => {
    fc.assert(
      fc.property(
        stores,
        fc.constantFrom(...ORDERS),
        fc.integer({ min: 1, max: 30 }),
        (all, order, limit) => {
          const merged = mergePages(
            all.map((items) => pageOf(items, { order, limit })),
            { order, limit },
          );
          const everything = all.flat().toSorted((a, b) => comparePlaces(order, a, b));
          expect(merged.items).toEqual(everything.slice(0, limit));
          expect(merged.omitted).toBe(everything.length - merged.items.length);
        },
      ),
    );
  });

  it("does not depend on which store spoke first", () => {
    fc.assert(
      fc.property(stores, fc.constantFrom(...ORDERS), fc.nat(3), (all, order, turn) => {
        const pages = all.map((items) => pageOf(items, { order, limit: 9 }));
        const turned = [...pages.slice(turn), ...pages.slice(0, turn)];
        const how = { order, limit: 9 };
        expect(mergePages(turned, how)).toEqual(mergePages(pages, how));
      }),
    );
  });

  it("reads oldest first as newest first read backwards", () => {
    fc.assert(
      fc.property(stores, (all) => {
        const limit = 1_000;
        const merged = (order: (typeof ORDERS)[number]): readonly Dated[] =>
          mergePages(
            all.map((items) => pageOf(items, { order, limit })),
            { order, limit },
          ).items;
        expect(merged("oldest")).toEqual(merged("newest").toReversed());
      }),
    );
  });

  it("does not know how many are left as soon as one store does not", () => {
    const known = pageOf([{ epochMs: 1, ref: "artifact://files/a" }], ORDERED);
    expect(mergePages([known, { ...known, omitted: "unknown" }], ORDERED).omitted).toBe("unknown");
  });

  it("keeps of what was passed over only what stands among the events, while more follow", () => {
    const at = (epochMs: number): Dated => ({ epochMs, ref: `artifact://memory/${epochMs}` });
    const page = { items: [at(9), at(5)], omitted: 3, passedOver: [at(7), at(2)] };
    expect(mergePages([page], ORDERED).passedOver).toEqual([at(7)]);
    expect(mergePages([{ ...page, omitted: 0 }], ORDERED).passedOver).toEqual([at(7), at(2)]);
  });
});

const ORDERED = { order: "newest", limit: 5 } as const;

describe("a time as evidence", () => {
  it.each([
    ["observed", "Z", "millisecond", true],
    ["observed", "+05:30", "minute", true],
    ["observed", "unknown", "second", false],
    ["observed", "Z", "day", false],
    ["observed_restamped", "Z", "second", false],
    ["declared", "Z", "second", false],
    ["committed", "Z", "second", false],
    ["edited", "Z", "second", false],
    ["indexed", "Z", "second", false],
  ] as const)("%s, offset %s, to the %s: %s (TIM-04, TIM-08)", (basis, offset, precision, is) => {
    expect(isAuditGrade({ at: "2026-10-01T00:00:00Z", basis, offset, precision })).toBe(is);
  });

  it("is never one that nobody stated (TIM-02)", () => {
    expect(isAuditGrade({ at: "unknown", basis: "unknown" })).toBe(false);
  });
});
