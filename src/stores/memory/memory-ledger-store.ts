import { bundleUnknown } from "../../errors-of-admission.ts";
import type { ArtifactRef } from "../../model/artifact.ts";
import type {
  BundleRecord,
  Helpful,
  LedgerEntry,
  OutcomeRecord,
  UseRecord,
} from "../../model/ledger-record.ts";
import type { BundleSelection, LedgerStore } from "../../ports/ledger-store.ts";
import { bundleNumber, listVersions, toHelpful, toLedgerLine } from "../bundle-line.ts";
import { findFlaws, refuseUnsound, unrecordable } from "../bundle-rules.ts";
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

interface State {
  readonly bundles: Held[];
  readonly forgottenEntries: Set<ArtifactRef>;
  reserved: number;
}

/** Opens a ledger that lives as long as the process; it keeps the same promises as the one on disk. */
export function openMemoryLedgerStore(): LedgerStore {
  const state: State = { bundles: [], forgottenEntries: new Set(), reserved: 0 };
  const { bundles } = state;
  return {
    async reserve() {
      state.reserved += 1;
      return `B${state.reserved}`;
    },
    append: async (record) => append(state, record),
    async recordUse(use) {
      const held = requireBundle(bundles, use.bundle);
      if (use.answer !== undefined && state.forgottenEntries.has(use.answer)) return;
      change(held, ({ uses }) => uses.push(structuredClone(use)));
    },
    recordOutcome: async (outcome) =>
      change(requireBundle(bundles, outcome.bundle), ({ outcomes }) =>
        outcomes.push(structuredClone(outcome)),
      ),
    recordHelpful: async (bundle, label, helpful) =>
      change(requireBundle(bundles, bundle), ({ judgements }) =>
        judgements.push({ label, helpful }),
      ),
    async list({ limit, before }) {
      const end =
        before === undefined ? bundles.length : bundles.indexOf(requireBundle(bundles, before));
      const page = bundles.slice(0, end).reverse().slice(0, limit);
      return page.map((held) => toLedgerLine(toEntry(held)));
    },
    count: async () => bundles.length,
    async read(id) {
      const held = bundles.find(({ record }) => record.id === id);
      return held === undefined ? "unknown" : toEntry(held);
    },
    newest: async () => bundles.at(-1)?.record.id ?? "none",
    citedVersions: async () => listCited(bundles),
    countSelected: async (selection) => findSelected(bundles, selection).length,
    async forget(selection) {
      for (const artifact of selection.artifacts) {
        if (isEntry(artifact)) state.forgottenEntries.add(artifact);
      }
      const selected = findSelected(bundles, selection);
      for (const held of selected) forgetTexts(held);
      return { bundles: selected.length };
    },
    sizes: async () => ({ databaseBytes: 0, walBytes: 0 }),
    check: async () =>
      bundles.flatMap(({ record }) => findFlaws(record).map((flaw) => `${record.id}: ${flaw}`)),
    close: async () => undefined,
  };
}

function append({ bundles, forgottenEntries, reserved }: State, record: BundleRecord): void {
  refuseUnsound(record);
  const number = bundleNumber(record.id);
  if (number === "malformed" || number > reserved) {
    throw unrecordable(record.id, "its id was not given out by this ledger");
  }
  if (bundles.some(({ record: { id } }) => id === record.id)) {
    throw unrecordable(record.id, "it is recorded already");
  }
  const isForgotten = listVersions(record).some(({ artifact }) => forgottenEntries.has(artifact));
  // A copy: what the caller does with its own afterwards must not reach into the ledger.
  const copy = structuredClone(record);
  const kept = isForgotten ? takeTexts(copy).facts : copy;
  bundles.push({ record: kept, uses: [], outcomes: [], judgements: [], isForgotten });
  // Two that were reserved may be recorded in the other order.
  bundles.sort((a, b) => Number(a.record.id.slice(1)) - Number(b.record.id.slice(1)));
}

function requireBundle(bundles: readonly Held[], id: string): Held {
  const held = bundles.find(({ record }) => record.id === id);
  if (held !== undefined) return held;
  const newest = bundles.at(-1)?.record.id;
  throw bundleUnknown(id, newest === undefined ? "It holds none." : `The newest is ${newest}.`);
}

function change(held: Held, add: (held: Held) => void): void {
  add(held);
  if (held.isForgotten) forgetTexts(held);
}

function findSelected(
  held: readonly Held[],
  { artifacts, bundles }: BundleSelection,
): readonly Held[] {
  const named = new Set(artifacts);
  return held.filter(
    ({ record, isForgotten, uses }) =>
      !isForgotten &&
      (bundles.includes(record.id) ||
        listVersions(record).some(({ artifact }) => named.has(artifact)) ||
        uses.some(({ answer }) => answer !== undefined && named.has(answer))),
  );
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
