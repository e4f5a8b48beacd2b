import type { BundleBudget, BundleResponse } from "../../model/bundle-response.ts";
import { renderBundle, type Writing } from "./measure-parts.ts";

/** A response that states its own size in the form it is emitted in. */
export interface Settled {
  readonly response: BundleResponse;
  readonly rendering: string;
}

const MAX_ROUNDS = 16;

/**
 * Builds a response until it states the size that it has. Its own numbers are part of it; they only grow it as they grow, so a few
 * rounds do.
 */
export function settleBudget(
  build: (used: Pick<BundleBudget, "usedBytes" | "usedTokens">) => BundleResponse,
  writing: Writing,
): Settled {
  let used = { usedBytes: 0, usedTokens: 0 };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const response = build(used);
    const rendering = renderBundle(response, writing);
    const next = {
      usedBytes: Buffer.byteLength(rendering),
      usedTokens: writing.counter.count(rendering),
    };
    if (next.usedBytes === used.usedBytes && next.usedTokens === used.usedTokens) {
      return { response, rendering };
    }
    used = next;
  }
  throw new Error("a bundle did not settle on its own size");
}
