import type { Verdicts } from "../model/decision.ts";
import type { BundleRecord } from "../model/ledger-record.ts";
import type { Resident } from "../model/resident.ts";
import type { LabelState } from "../pipeline/bundle/assign-labels.ts";
import type { FittedBundle } from "../pipeline/bundle/fit-bundle.ts";
import type { Layout } from "../pipeline/bundle/lay-out.ts";
import type { AdmissionBudget } from "../ports/policy.ts";
import type { BundleSettings } from "./bundle-settings.ts";
import type { Gathered } from "./gathered.ts";

/** Everything a bundle is laid out from. */
export interface BundleWork {
  readonly settings: BundleSettings;
  readonly gathered: Gathered;
  readonly resident: Resident;
  /** Labels of the chain of bundles, and those that candidates keep. */
  readonly given: LabelState;
  readonly keeps: ReadonlyMap<string, string>;
  readonly decide: (budget: AdmissionBudget) => Verdicts;
  readonly expansion: BundleRecord["expansion"];
  /** Milliseconds that gathering took. */
  readonly gatherMs: number;
}

/** Decisions for one room, laid out. */
export interface Decided {
  readonly layout: Layout;
  readonly verdicts: Verdicts;
}

/** A bundle that fits, and how long it took to decide and to lay it out. */
export interface Laid {
  readonly fitted: FittedBundle<Decided>;
  readonly ledger: string | "none";
  readonly tookMs: { readonly decide: number; readonly assemble: number };
}
