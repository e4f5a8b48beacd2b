import type { Envelope } from "./envelope.ts";

/** What was found about one part of the program's state. */
export interface DoctorFinding {
  /** The part, in words: `data folder`, `stored rows`. */
  readonly name: string;
  /** `not_checked` when there was nothing to check yet, which is neither good nor bad. */
  readonly status: "ok" | "warning" | "failed" | "not_checked";
  /** What was seen, in words. */
  readonly detail: string;
  /** What to do next; empty when nothing is needed. */
  readonly advice: string;
}

/** What works, what does not, and what to do about it (DIA-03). Making it changes nothing. */
export interface DoctorResponse extends Envelope<"exhibit.doctor/1"> {
  /** One for each part, in a fixed order, sound parts included. */
  readonly findings: readonly DoctorFinding[];
}
