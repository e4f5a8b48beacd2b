import type { CallParts } from "./session.ts";

/** Milliseconds that passed since a time of the engine's clock; zero under a fixed one. */
export function elapsedSince({ clock }: Pick<CallParts, "clock">, startedMs: number): number {
  return clock.now() - startedMs;
}
