import { findLargest } from "../../analysis/find-largest.ts";
import { capTooSmall } from "../../errors.ts";
import type { Budget } from "../../model/envelope.ts";
import type { Gap } from "../../model/gap.ts";
import { serializedBytes } from "./serialize.ts";

/** The smallest and largest byte caps that mean anything; beyond the upper one a number is surely a mistake. */
export const MAX_CAP_BYTES = 1_000_000_000;
export const DEFAULT_CAP_BYTES = 12_000;

/** While hits compete for room, gaps may take this share of the cap; what is left over goes to them afterwards. */
const GAP_SHARE = 0.2;

export interface FitRequest<Response extends object, Item> {
  readonly capBytes: number;
  /** Most valuable first; dropped from the end. */
  readonly items: readonly Item[];
  readonly gaps: readonly Gap[];
  /** Makes the response out of what fits. Signals that depend on the items are made here too. */
  readonly build: (items: readonly Item[], gaps: readonly Gap[], budget: Budget) => Response;
  /** Shortens an item until `fits`; left out where an item has no shorter form. */
  readonly narrow?: (item: Item, fits: (candidate: Item) => boolean) => Item | "nothing";
}

/**
 * Returns the response that holds as many items and gaps as the cap allows, with `budget` saying what was dropped.
 * Signals are never dropped: a cap that cannot hold them is refused as `cap_too_small` (BUD-05, BUD-12).
 */
export function fitResponse<Response extends object, Item>(
  request: FitRequest<Response, Item>,
): Response {
  const { items, gaps, capBytes } = request;
  const everything = draft(request, items, gaps);
  if (everything.usedBytes <= capBytes) return everything.response;
  const fits = (kept: readonly Item[], keptGaps: readonly Gap[]): boolean =>
    draft(request, kept, keptGaps).usedBytes <= capBytes;
  if (!fits([], [])) throw capTooSmall(capBytes, findMinimum(request));
  const shared = gaps.slice(0, countSharedGaps(request));
  const count = findLargest(items.length, (n) => fits(items.slice(0, n), shared));
  const kept = count > 0 ? items.slice(0, count) : keepFirst(request, fits);
  const gapCount = findLargest(gaps.length, (n) => fits(kept, gaps.slice(0, n)));
  return draft(request, kept, gaps.slice(0, gapCount)).response;
}

interface Drafted<Response> {
  readonly response: Response;
  readonly usedBytes: number;
}

/** Makes the response of these items and gaps. It states its own size, so the number's digits are part of the size. */
function draft<Response extends object, Item>(
  request: FitRequest<Response, Item>,
  kept: readonly Item[],
  gaps: readonly Gap[],
): Drafted<Response> {
  const build = (usedBytes: number): Response =>
    request.build(kept, gaps, {
      capBytes: request.capBytes,
      usedBytes,
      dropped: request.items.length - kept.length,
      droppedGaps: request.gaps.length - gaps.length,
    });
  const withoutDigits = serializedBytes(build(0)) - 1;
  let usedBytes = withoutDigits;
  while (usedBytes !== withoutDigits + String(usedBytes).length) {
    usedBytes = withoutDigits + String(usedBytes).length;
  }
  return { response: build(usedBytes), usedBytes };
}

/** How many gaps stay within their share of the cap. */
function countSharedGaps<Response extends object, Item>(
  request: FitRequest<Response, Item>,
): number {
  const { gaps, capBytes } = request;
  const bare = draft(request, [], []).usedBytes;
  return findLargest(
    gaps.length,
    (n) => draft(request, [], gaps.slice(0, n)).usedBytes - bare <= capBytes * GAP_SHARE,
  );
}

/** The first item alone, whole or narrowed, without any gap beside it. */
function keepFirst<Response extends object, Item>(
  request: FitRequest<Response, Item>,
  fits: (kept: readonly Item[], gaps: readonly Gap[]) => boolean,
): readonly Item[] {
  const [first] = request.items;
  if (first === undefined) return [];
  if (fits([first], [])) return [first];
  const narrowed = request.narrow?.(first, (candidate) => fits([candidate], [])) ?? "nothing";
  return narrowed === "nothing" ? [] : [narrowed];
}

/** The smallest cap that holds the signals; the response states its cap, so the cap's own digits count too. */
function findMinimum<Response extends object, Item>(request: FitRequest<Response, Item>): number {
  const bytesUnder = (capBytes: number): number =>
    draft({ ...request, capBytes }, [], []).usedBytes;
  let minimum = bytesUnder(request.capBytes);
  while (bytesUnder(minimum) > minimum) minimum = bytesUnder(minimum);
  return minimum;
}
