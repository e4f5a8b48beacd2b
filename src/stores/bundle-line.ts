import type { ArtifactRef } from "../model/artifact.ts";
import type { BundleRecord, Helpful, LedgerEntry } from "../model/ledger-record.ts";
import type { LedgerLine } from "../model/ledger-response.ts";

/** Returns the line of a list for a bundle, the four claims apart (ADM-01). */
export function toLedgerLine({ record, uses, outcomes, helpful }: LedgerEntry): LedgerLine {
  const used = new Set(uses.flatMap((use) => use.used.map(({ label }) => label)));
  const judged = Object.values(helpful).filter((each) => each !== "unknown");
  return {
    id: record.id,
    at: record.at,
    task: record.task.text,
    policyVersion: record.policyVersion,
    candidates: record.candidates.length,
    admitted: record.exhibits.length,
    sources: new Set(record.exhibits.map(({ artifact }) => artifact)).size,
    used: uses.length === 0 ? "unknown" : used.size,
    helpful: judged.length === 0 ? "unknown" : judged.filter(({ material }) => material).length,
    outcome: outcomes.at(-1)?.outcome ?? "unknown",
    bytes: record.bytes,
    tokens: record.tokens,
    net: record.net.net,
  };
}

/** A version of an artifact that a bundle names. */
export interface NamedVersion {
  readonly artifact: ArtifactRef;
  /** 64 hex digits, or the 16 of a citation where the bundle knows no more. */
  readonly version: string;
  /** True when the reader was given its citation; a candidate that was rejected is only counted. */
  readonly isCited: boolean;
}

type Naming = Pick<BundleRecord, "candidates" | "exhibits" | "deferred">;

/** Every version that a bundle names, once: of its candidates, and of what it shows from an earlier bundle. */
export function listVersions({ candidates, exhibits, deferred }: Naming): readonly NamedVersion[] {
  const named = new Map<string, NamedVersion>();
  const whole = new Map<string, string>();
  for (const { artifact, version } of candidates) {
    named.set(`${artifact} ${version}`, { artifact, version, isCited: false });
    whole.set(`${artifact} ${version.slice(0, 16)}`, version);
  }
  for (const { artifact, citation } of [...exhibits, ...deferred]) {
    const version = whole.get(`${artifact} ${citation.version}`) ?? citation.version;
    named.set(`${artifact} ${version}`, { artifact, version, isCited: true });
  }
  return [...named.values()];
}

/** Puts what an ablation said last in each label's place. */
export function toHelpful(
  judgements: readonly { readonly label: string; readonly helpful: Helpful }[],
): LedgerEntry["helpful"] {
  return Object.fromEntries(judgements.map(({ label, helpful }) => [label, helpful]));
}

/** Returns the number in a bundle's id, or `"malformed"`. */
export function bundleNumber(id: string): number | "malformed" {
  const digits = /^B([1-9]\d{0,14})$/.exec(id)?.[1];
  return digits === undefined ? "malformed" : Number(digits);
}
