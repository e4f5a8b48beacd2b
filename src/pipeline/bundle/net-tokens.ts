import type { MachineryCost, NetTokens } from "../../model/bundle-response.ts";
import type { Pool } from "../../model/pool.ts";

/** Tokens of the machinery: what a reader pays for deciding. Calls are counted apart (LED-06). */
export function spentTokens({
  identities,
  anchors,
  reasons,
  frame,
  ranking,
}: MachineryCost): number {
  return identities + anchors + reasons + frame + ranking;
}

/** Returns what admission saved against preloading the same pool, less what it cost (LED-07). */
export function netTokens(
  preloadAll: number,
  admitted: number,
  machinery: MachineryCost,
): NetTokens {
  const saved = preloadAll - admitted;
  const spent = spentTokens(machinery);
  return { preloadAll, admitted, saved, spent, net: saved - spent };
}

/** Tokens of every candidate that could have been preloaded, each in the form its generator offered, the same bytes once. */
export function preloadTokens(pool: Pool): number {
  return pool.candidates
    .filter((each) => each.recovery.status === "resolved" && each.duplicateOf === "none")
    .filter(({ scope }) => scope === pool.task.scope)
    .reduce((total, { offers, offered }) => {
      const offer = offers.find(
        ({ granularity, fidelity }) => granularity === offered && fidelity === "exact",
      );
      return total + (offer?.tokens ?? 0);
    }, 0);
}
