import type { Offer } from "../../model/representation.ts";
import type { AdmissionBudget } from "../../ports/policy.ts";

/** What is left of a budget while a policy admits. */
export interface Room {
  fits(offer: Offer): boolean;
  take(offer: Offer): void;
  /** Gives back what an offer took that is replaced by a richer one. */
  give(offer: Offer): void;
}

export function createRoom({ tokens, bytes }: AdmissionBudget): Room {
  let leftTokens = tokens;
  let leftBytes = bytes;
  return {
    fits: (offer) => offer.tokens <= leftTokens && offer.bytes <= leftBytes,
    take: (offer) => {
      leftTokens -= offer.tokens;
      leftBytes -= offer.bytes;
    },
    give: (offer) => {
      leftTokens += offer.tokens;
      leftBytes += offer.bytes;
    },
  };
}
