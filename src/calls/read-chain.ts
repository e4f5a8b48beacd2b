import { bundleUnknown, labelUnknown } from "../errors-of-admission.ts";
import type { ArtifactRef } from "../model/artifact.ts";
import type { ExpandOptions } from "../model/bundle-options.ts";
import type { EarlierBundle } from "../model/bundle-response.ts";
import type { Citation } from "../model/citation.ts";
import type { Granularity } from "../model/representation.ts";
import type { Resident, ResidentExhibit } from "../model/resident.ts";
import { type LabelState, labelsOf } from "../pipeline/bundle/assign-labels.ts";
import { toResident } from "./parse-bundle.ts";
import { readAfter } from "./related-bundles.ts";
import type { CallParts } from "./session.ts";

/** A bundle and those it goes on from: what a reader has, and every label that was given out. */
export interface BundleChain {
  readonly id: string | "none";
  readonly task: string;
  /** The newest form of each exhibit. */
  readonly resident: Resident;
  readonly deferred: EarlierBundle["deferred"];
  readonly given: LabelState;
}

/** What a label stands for, and how much of it was shown. */
export interface Labelled {
  readonly artifact: ArtifactRef;
  readonly citation: Pick<Citation, "endLine" | "startLine" | "version">;
  readonly shown: Granularity;
  /** Whether it was shown word for word. */
  readonly isExact: boolean;
  /** An exhibit keeps its label; what was only named becomes the next exhibit. */
  readonly isExhibit: boolean;
}

/** So many steps back are looked at: a chain is a conversation, not an archive. */
const MAX_LINKS = 1_000;

/** Reads the bundle that is expanded, with those before it. Refuses with `bundle_unknown`. */
export async function readChain(
  parts: CallParts,
  { bundle, resident }: Pick<ExpandOptions, "bundle" | "resident">,
): Promise<BundleChain> {
  if (resident !== undefined) return toChain([resident], resident.ledger);
  const id = bundle ?? (await parts.ledger.newest());
  if (id === "none") {
    throw bundleUnknown("at all", 'Make one with "exhibit bundle", or pass it with --resident.');
  }
  const chain = toChain(await readLinks(parts, id), id);
  // The reader of the newest bundle has no later one.
  return bundle === undefined ? chain : { ...chain, given: await givenSince(parts, chain) };
}

/** A label names the same thing for ever: what bundles that already go on from this one gave out is not given again. */
async function givenSince(parts: CallParts, { given, id }: BundleChain): Promise<LabelState> {
  const labels = (await readAfter(parts, id)).map(({ record }) =>
    labelsOf(
      record,
      record.deferred.map(({ label }) => label),
    ),
  );
  return {
    exhibits: Math.max(given.exhibits, ...labels.map(({ exhibits }) => exhibits)),
    deferred: Math.max(given.deferred, ...labels.map(({ deferred }) => deferred)),
  };
}

async function readLinks(parts: CallParts, id: string): Promise<readonly EarlierBundle[]> {
  const links: EarlierBundle[] = [];
  for (let at = id; at !== "none" && links.length < MAX_LINKS; ) {
    const entry = await parts.ledger.read(at);
    if (entry === "unknown") {
      const newest = await parts.ledger.newest();
      throw bundleUnknown(at, newest === "none" ? "It holds none." : `The newest is ${newest}.`);
    }
    const { deferred, exhibits, previous, task, tokens } = entry.record;
    links.push({ ledger: at, task: task.text, exhibits, deferred, budget: { usedTokens: tokens } });
    at = previous;
  }
  return links;
}

function toChain(links: readonly EarlierBundle[], id: string): BundleChain {
  const exhibits = new Map<string, ResidentExhibit>();
  const deferred = new Map<string, EarlierBundle["deferred"][number]>();
  for (const link of links) {
    for (const exhibit of toResident(link).exhibits) {
      if (!exhibits.has(exhibit.label)) exhibits.set(exhibit.label, exhibit);
    }
    for (const item of link.deferred) if (!deferred.has(item.label)) deferred.set(item.label, item);
  }
  const resident = {
    bundle: id,
    exhibits: [...exhibits.values()],
    tokens: links.reduce((sum, { budget }) => sum + budget.usedTokens, 0),
  };
  return {
    id,
    task: links.at(-1)?.task ?? "",
    resident,
    deferred: [...deferred.values()],
    given: labelsOf(resident, [...deferred.keys()]),
  };
}

/** Returns what a label stands for; refuses with `label_unknown` and the labels there are. */
export function findLabelled(chain: BundleChain, label: string): Labelled {
  const exhibit = chain.resident.exhibits.find((each) => each.label === label);
  if (exhibit !== undefined && exhibit.lines !== "none") {
    const { artifact, lines, representation, version } = exhibit;
    const citation = { ...lines, version };
    const { fidelity, granularity } = representation;
    return {
      ...{ artifact, citation, shown: granularity },
      ...{ isExact: fidelity === "exact", isExhibit: true },
    };
  }
  const item = chain.deferred.find((each) => each.label === label);
  if (item !== undefined) {
    const { artifact, citation } = item;
    return { artifact, citation, shown: "identity", isExact: false, isExhibit: false };
  }
  const labels = [...chain.resident.exhibits, ...chain.deferred].map((each) => each.label);
  throw labelUnknown(label, chain.id, labels);
}
