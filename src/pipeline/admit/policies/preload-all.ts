import type { Policy } from "../../../ports/policy.ts";
import { definePolicy } from "../define-policy.ts";
import { openBaseline } from "./baseline.ts";

/** Admits everything in rank order until the room is used up: the naive answer, whose occupancy the others are held against (ADM-41). */
export function createPreloadAll(): Policy {
  const version = "preload-all/1";
  return definePolicy(version, (input) => {
    const admission = openBaseline(input, version);
    for (const candidate of admission.open) admission.enter(candidate, { code: "policy_admits" });
    return admission.close();
  });
}
