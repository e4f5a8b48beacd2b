import type { Envelope } from "./envelope.ts";

export interface DoctorFinding {
  readonly name: string;
  readonly status: "ok" | "warning" | "failed" | "not_checked";
  readonly detail: string;
  /** What to do next; empty when nothing is needed. */
  readonly advice: string;
}

export interface DoctorResponse extends Envelope<"exhibit.doctor/1"> {
  readonly findings: readonly DoctorFinding[];
}
