import type { AdmissionCalls } from "../model/admission-calls.ts";
import { bundle } from "./bundle.ts";
import { expand } from "./expand.ts";
import { ledger } from "./ledger.ts";
import { ledgerEntry } from "./ledger-entry.ts";
import { outcome } from "./outcome.ts";
import type { CallParts } from "./session.ts";
import { used } from "./used.ts";
import { why } from "./why.ts";

/** Joins the calls that decide what may enter a context and say what became of it, so that one load brings all of them. */
export function createAdmissionCalls(parts: CallParts): AdmissionCalls {
  return {
    // Decides what may enter a context, and shows more of it when asked with a reason.
    bundle: (task, options = {}) => bundle(parts, task, options),
    expand: (label, options) => expand(parts, label, options),
    // Says what was given to a reader, and keeps how it ended.
    ledger: (options = {}) => ledger(parts, options),
    ledgerEntry: (id, options = {}) => ledgerEntry(parts, id, options),
    outcome: (id, options) => outcome(parts, id, options),
    // Says what an answer used of it, and which stage failed for what it lacked.
    used: (id, answer, options = {}) => used(parts, id, answer, options),
    why: (id, options) => why(parts, id, options),
  };
}
