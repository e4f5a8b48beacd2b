import { bundleUnknown } from "../../errors-of-admission.ts";
import type { ArtifactRef } from "../../model/artifact.ts";
import type {
  BundleRecord,
  Helpful,
  LedgerEntry,
  OutcomeRecord,
  UseRecord,
} from "../../model/ledger-record.ts";
import type { LedgerStore } from "../../ports/ledger-store.ts";
import { listVersions, toHelpful, toLedgerLine } from "../bundle-line.ts";
import { findFlaws, refuseUnsound } from "../bundle-rules.ts";
import { takeTexts } from "../bundle-texts.ts";
import { isEntry } from "../is-entry.ts";

/** A bundle with what became of it. */
interface Held {
  record: BundleRecord;
  uses: UseRecord[];
  outcomes: OutcomeRecord[];
  judgements: { readonly label: string; readonly helpful: Helpful }[];
  isForgotten: boolean;
}

/** Opens a ledger that lives as long as the process; it keeps the same promises as the one on disk. */
export function openMemoryLedgerStore(): LedgerStore {
  const bundles: Held[] = [];
  const forgottenEntries = new Set<ArtifactRef>();

  const find = (id: string): Held | undefined => bundles.find(({ record }) => record.id === id);

  function append(record: BundleRecord): string {
    refuseUnsound(record);
    const isForgotten = listVersions(record).some(({ artifact }) => forgottenEntries.has(artifact));
    // A copy: what the caller does with its own afterwards must not reach into the ledger.
    const copy = structuredClone(record);
    const kept = isForgotten ? takeTexts(copy).facts : copy;
    bundles.push({ record: kept, uses: [], outcomes: [], judgements: [], isForgotten });
    return record.id;
  }

  function keep(id: string, change: (held: Held) => void): void {
    const held = requireBundle(id);
    change(held);
    if (held.isForgotten) forgetTexts(held);
  }

  function requireBundle(id: string): Held {
    const held = find(id);
    if (held !== undefined) return held;
    const newest = bundles.at(-1)?.record.id;
    throw bundleUnknown(id, newest === undefined ? "It holds none." : `The newest is ${newest}.`);
  }

  return {
    async append(given) {
      const id = `B${bundles.length + 1}`;
      return append({ id, ...(typeof given === "function" ? given(id) : given) });
    },
    recordUse: async (use) => keep(use.bundle, ({ uses }) => uses.push(structuredClone(use))),
    recordOutcome: async (outcome) =>
      keep(outcome.bundle, ({ outcomes }) => outcomes.push(structuredClone(outcome))),
    recordHelpful: async (bundle, label, helpful) =>
      keep(bundle, ({ judgements }) => judgements.push({ label, helpful })),
    async list({ limit, before }) {
      const end = before === undefined ? bundles.length : bundles.indexOf(requireBundle(before));
      const page = bundles.slice(0, end).reverse().slice(0, limit);
      return page.map((held) => toLedgerLine(toEntry(held)));
    },
    count: async () => bundles.length,
    async read(id) {
      const held = find(id);
      return held === undefined ? "unknown" : toEntry(held);
    },
    newest: async () => bundles.at(-1)?.record.id ?? "none",
    citedVersions: async () => listCited(bundles),
    async forget(artifacts) {
      for (const artifact of artifacts) if (isEntry(artifact)) forgottenEntries.add(artifact);
      const named = new Set(artifacts);
      const hit = bundles.filter(
        ({ record, isForgotten }) =>
          !isForgotten && listVersions(record).some(({ artifact }) => named.has(artifact)),
      );
      for (const held of hit) forgetTexts(held);
      return { bundles: hit.length };
    },
    check: async () =>
      bundles.flatMap(({ record }) => findFlaws(record).map((flaw) => `${record.id}: ${flaw}`)),
    close: async () => undefined,
  };
}

function forgetTexts(held: Held): void {
  held.isForgotten = true;
  held.record = takeTexts(held.record).facts;
  held.uses = takeTexts(held.uses).facts;
  held.outcomes = takeTexts(held.outcomes).facts;
}

function toEntry({ record, uses, outcomes, judgements }: Held): LedgerEntry {
  return structuredClone({ record, uses, outcomes, helpful: toHelpful(judgements) });
}

function listCited(
  bundles: readonly Held[],
): readonly { readonly artifact: ArtifactRef; readonly version: string }[] {
  const cited = new Map<string, { artifact: ArtifactRef; version: string }>();
  for (const { record } of bundles) {
    for (const { artifact, version, isCited } of listVersions(record)) {
      if (isCited) cited.set(`${artifact} ${version}`, { artifact, version });
    }
  }
  return [...cited.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}
