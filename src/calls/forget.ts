import { optionInvalid } from "../errors.ts";
import type { ArtifactRef, StoreName } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { ForgetOptions, ForgetSelectionOptions } from "../model/forget-options.ts";
import type { ForgetResponse, ForgottenEntry, ForgottenInStore } from "../model/forget-response.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { assertOptions, CALL_OPTIONS, type OptionNames, settleCall } from "./call-settings.ts";
import { composeSignals } from "./compose-signals.ts";
import { openEntries } from "./entry-texts.ts";
import { type SettledSelection, selectFrom, settleSelection } from "./forget-selection.ts";
import { type Removal, type Removed, removeForGood } from "./remove-entries.ts";
import { type Overdue, selectOverdue } from "./retention-selection.ts";
import { selectBundles } from "./select-bundles.ts";
import type { CallParts } from "./session.ts";
import { reasonOf, type StoreStanding, withNothing } from "./store-answer.ts";

const OPTIONS: OptionNames<ForgetOptions> = { capBytes: true, confirmed: true };

/** No entry of a response is shorter: more than fit need not be read. */
const MIN_ENTRY_BYTES = 100;

/** What one store holds of the selection, and how it stands. */
interface Selected extends Overdue {
  readonly standing: StoreStanding;
  /** As many as may fit the response. */
  readonly entries: readonly Entry[];
}

/**
 * Says what a selection holds and, confirmed, removes it for good. Every store is found able to before the first one is changed:
 * refuses with `store_busy`, and nothing is removed, while another process reads one.
 */
export async function forget(
  parts: CallParts,
  selection: ForgetSelectionOptions,
  options: ForgetOptions,
): Promise<ForgetResponse> {
  assertOptions(options, OPTIONS);
  const { capBytes, confirmed = false } = options;
  if (typeof confirmed !== "boolean") throw optionInvalid("confirmed", "it must be true or false");
  const settings = settleCall(parts, capBytes === undefined ? {} : { capBytes }, CALL_OPTIONS);
  const settled = settleSelection(parts, selection);
  const session = await parts.openSession("off");
  const selected: Selected[] = [];
  for (const name of settled.stores) {
    selected.push(await selectIn(parts, name, { ...settings, settled, confirmed }));
  }
  const refs = [...new Set([...namedArtifacts(settled), ...selected.flatMap((one) => one.refs)])];
  const removal: Removal = {
    at: new Date(settings.nowMs).toISOString(),
    stores: selected.map(({ standing, refs: own }) => ({ name: standing.name, refs: own })),
    named: refs,
    bundles: await selectBundles(parts, settled),
  };
  const gone = confirmed ? await removeForGood(parts, removal) : await countNamed(parts, removal);
  const stores: ForgottenInStore[] = [];
  for (const one of selected) stores.push(await summarize(parts, one));
  const standing = await session.keeper.stand("off");
  const facts = {
    settings,
    standing,
    observations: [],
    asked: settled.stores,
    stores: selected.map((one) => one.standing),
  };
  const entryCount = sum(selected.map((one) => one.refs.length));
  const items = selected.flatMap((one) => one.entries);
  return fitResponse<ForgetResponse, Entry>({
    capBytes: settings.capBytes,
    items,
    gaps: [],
    build: (shown, gaps, budget) => ({
      schema: "exhibit.forget/1",
      outcome: confirmed ? "forgotten" : "preview",
      entryCount,
      textBytes: sum(selected.map((one) => one.textBytes)),
      observationCount: gone.observations,
      bundleCount: gone.bundles,
      stores,
      entries: shown.map(toForgotten),
      keptCount: sum(selected.map((one) => one.keptCount)),
      notHeldCount: countNotHeld(settled, selected),
      gaps,
      ...composeSignals(parts, facts, []),
      budget: { ...budget, dropped: budget.dropped + entryCount - items.length },
    }),
  });
}

async function countNamed(parts: CallParts, { named, bundles }: Removal): Promise<Removed> {
  const observations = (await parts.observations.list(named)).length;
  return { observations, bundles: await parts.ledger.countSelected({ artifacts: named, bundles }) };
}

async function selectIn(
  parts: CallParts,
  name: StoreName,
  asked: {
    readonly settled: SettledSelection;
    readonly confirmed: boolean;
    readonly capBytes: number;
    readonly nowMs: number;
  },
): Promise<Selected> {
  const nothing = { refs: [], textBytes: 0, keptCount: 0, entries: [] };
  const opened = await parts.entries.read(name);
  if (opened.status === "empty") return { ...nothing, standing: withNothing(name, "ok").standing };
  if (opened.status !== "ok") {
    // Half of a selection is not what anybody confirmed.
    if (asked.confirmed) throw opened.error;
    const { status, error } = opened;
    return { ...nothing, standing: { name, status, reason: reasonOf(error), entries: 0 } };
  }
  const report = await parts.entryIndexes.inTurn(name, async () =>
    asked.settled.retention
      ? selectOverdue(parts, name, asked.nowMs)
      : { ...(await selectFrom(parts, name, asked.settled)), keptCount: 0 },
  );
  const store = await openEntries(parts, name);
  const first = report.refs.slice(0, Math.ceil(asked.capBytes / MIN_ENTRY_BYTES));
  const entries = await store.entries(first, { quarantined: "shown" });
  const { entryCount } = await store.generation();
  return { ...report, entries, standing: { name, status: "ok", reason: "", entries: entryCount } };
}

/** References of artifacts that are no entries: what is forgotten of them is that somebody checked them. */
function namedArtifacts({ references }: SettledSelection): readonly ArtifactRef[] {
  return references === "any" ? [] : references;
}

function countNotHeld(
  { references, stores }: SettledSelection,
  selected: readonly Selected[],
): number {
  if (references === "any") return 0;
  const held = new Set(selected.flatMap((one) => one.refs));
  const ofStores = references.filter((ref) =>
    stores.some((name) => ref.startsWith(`artifact://${name}/`)),
  );
  return new Set(ofStores.filter((ref) => !held.has(ref))).size;
}

async function summarize(
  parts: CallParts,
  { refs, textBytes, standing: { name } }: Selected,
): Promise<ForgottenInStore> {
  const opened = await parts.entries.read(name);
  const tombstones = opened.status === "ok" ? await opened.store.tombstones() : [];
  return { name, entryCount: refs.length, textBytes, tombstoneCount: tombstones.length };
}

function toForgotten({ ref, kind, time: { at, basis }, byteLength }: Entry): ForgottenEntry {
  return { artifact: ref, kind, time: { at, basis }, byteLength };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
