import type { TimelineOrder } from "../../model/timeline-response.ts";
import { comparePlaces, type Dated } from "./order-events.ts";

/** What one store has of a window: its own first N in the order asked, and how many lie behind them. */
export interface StorePage<Item extends Dated> {
  /** In the order asked; as many as the merge may take, or all there are. */
  readonly items: readonly Item[];
  readonly omitted: number | "unknown";
  /** Dated and passed over by a rule, as far as the store was read: in the order asked. */
  readonly passedOver: readonly Item[];
}

/** The first N over all stores. */
export interface MergedPage<Item extends Dated> {
  readonly items: readonly Item[];
  /** Behind the last item; `unknown` as soon as one store cannot say. */
  readonly omitted: number | "unknown";
  /** Those passed over that stand among the items, or behind them where nothing else does. */
  readonly passedOver: readonly Item[];
}

/**
 * Merges what each store has of a window. Each gave its own first N, so that the first N of all are among them: N counts after
 * the merge, and no store is cut before it (ORD-07, ORD-08).
 */
export function mergePages<Item extends Dated>(
  pages: readonly StorePage<Item>[],
  { order, limit }: { readonly order: TimelineOrder; readonly limit: number },
): MergedPage<Item> {
  const compare = (left: Item, right: Item): number => comparePlaces(order, left, right);
  const all = pages.flatMap(({ items }) => items).sort(compare);
  const items = all.slice(0, limit);
  const last = items.at(-1);
  const omitted = sumOmitted(pages, all.length - items.length);
  const isSpanned = (item: Item): boolean =>
    omitted === 0 || (last !== undefined && compare(item, last) < 0);
  const passedOver = pages.flatMap((page) => page.passedOver).filter(isSpanned);
  return { items, omitted, passedOver: passedOver.sort(compare) };
}

function sumOmitted<Item extends Dated>(
  pages: readonly StorePage<Item>[],
  cut: number,
): number | "unknown" {
  let sum = cut;
  for (const { omitted } of pages) {
    if (omitted === "unknown") return "unknown";
    sum += omitted;
  }
  return sum;
}
