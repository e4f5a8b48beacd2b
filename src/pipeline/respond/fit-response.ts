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
  const { items, gaps } = request;
  const draft = createDraft(request);
  if (draft.fits(items, gaps)) return draft.make(items, gaps);
  if (!draft.fits([], [])) throw capTooSmall(request.capBytes, draft.minimumBytes());
  const keptGaps = gaps.slice(0, draft.countGaps(gaps));
  const count = findLargest(items.length, (n) => draft.fits(items.slice(0, n), keptGaps));
  const kept = count > 0 ? items.slice(0, count) : draft.keepFirst();
  const gapCount = findLargest(gaps.length, (n) => draft.fits(kept, gaps.slice(0, n)));
  return draft.make(kept, gaps.slice(0, gapCount));
}

interface Draft<Response, Item> {
  make(items: readonly Item[], gaps: readonly Gap[]): Response;
  fits(items: readonly Item[], gaps: readonly Gap[]): boolean;
  /** How many gaps stay within their share. */
  countGaps(gaps: readonly Gap[]): number;
  /** The first item alone, whole or narrowed, without any gap beside it. */
  keepFirst(): readonly Item[];
  minimumBytes(): number;
}

function createDraft<Response extends object, Item>(
  request: FitRequest<Response, Item>,
): Draft<Response, Item> {
  const { capBytes, items, gaps: allGaps, narrow } = request;
  const make = (kept: readonly Item[], gaps: readonly Gap[]): Response =>
    settleBudget(capBytes, (usedBytes) =>
      request.build(kept, gaps, {
        capBytes,
        usedBytes,
        dropped: items.length - kept.length,
        droppedGaps: allGaps.length - gaps.length,
      }),
    );
  const bytes = (kept: readonly Item[], gaps: readonly Gap[]): number =>
    serializedBytes(make(kept, gaps));
  const fits = (kept: readonly Item[], gaps: readonly Gap[]): boolean =>
    bytes(kept, gaps) <= capBytes;
  return {
    make,
    fits,
    countGaps: (gaps) => {
      const bare = bytes([], []);
      return findLargest(
        gaps.length,
        (n) => bytes([], gaps.slice(0, n)) - bare <= capBytes * GAP_SHARE,
      );
    },
    keepFirst: () => {
      const first = items[0];
      if (first === undefined) return [];
      if (fits([first], [])) return [first];
      const narrowed = narrow?.(first, (candidate) => fits([candidate], [])) ?? "nothing";
      return narrowed === "nothing" ? [] : [narrowed];
    },
    minimumBytes: () => findMinimum(request),
  };
}

/** The smallest cap that holds the signals; the response states its cap, so the cap's own digits count too. */
function findMinimum<Response extends object, Item>(request: FitRequest<Response, Item>): number {
  const { items, gaps, build } = request;
  const bytesUnder = (capBytes: number): number =>
    serializedBytes(
      settleBudget(capBytes, (usedBytes) =>
        build([], [], { capBytes, usedBytes, dropped: items.length, droppedGaps: gaps.length }),
      ),
    );
  let minimum = bytesUnder(request.capBytes);
  while (bytesUnder(minimum) > minimum) minimum = bytesUnder(minimum);
  return minimum;
}

/** A response states its own size, so the number's digits are part of what it counts. */
function settleBudget<Response extends object>(
  capBytes: number,
  build: (usedBytes: number) => Response,
): Response {
  let usedBytes = Math.min(capBytes, 1_000);
  for (;;) {
    const response = build(usedBytes);
    const bytes = serializedBytes(response);
    if (bytes === usedBytes) return response;
    // Growing by a digit can only happen a few times, and a size never shrinks below an earlier guess's digits.
    usedBytes = bytes;
  }
}

function findLargest(limit: number, holds: (count: number) => boolean): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
