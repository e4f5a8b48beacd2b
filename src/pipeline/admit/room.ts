import type { Offer } from "../../model/representation.ts";
import type { AdmissionBudget } from "../../ports/policy.ts";

/** What is left of a budget while a policy admits. */
export interface Room {
  fits(offer: Offer): boolean;
  take(offer: Offer): void;
  /** Takes an offer in the place of one that entered before, or leaves that where it is and returns false. */
  replace(shown: Offer | "none", offer: Offer): boolean;
}

/** Begins with the whole budget. */
export function createRoom({ tokens, bytes }: AdmissionBudget): Room {
  let leftTokens = tokens;
  let leftBytes = bytes;
  const fits = (offer: Offer): boolean => offer.tokens <= leftTokens && offer.bytes <= leftBytes;
  const take = (offer: Offer, sign = 1): void => {
    leftTokens -= sign * offer.tokens;
    leftBytes -= sign * offer.bytes;
  };
  return {
    fits,
    take: (offer) => take(offer),
    replace: (shown, offer) => {
      if (shown !== "none") take(shown, -1);
      const isRoom = fits(offer);
      if (isRoom) take(offer);
      else if (shown !== "none") take(shown);
      return isRoom;
    },
  };
}
