import { createHash } from "node:crypto";
import type { Gap } from "../../model/gap.ts";
import type { KnownInput } from "../../ports/content-store.ts";
import type { RenderInput } from "../../ports/renderer.ts";
import type { SourceEntry } from "../../ports/source-reader.ts";
import { FACTS } from "./facts.ts";
import { findChanges } from "./find-changes.ts";
import type { RefreshParts } from "./refresh-parts.ts";

/** How the workspace differs from the current generation right now. */
export interface InputCheck {
  readonly changed: boolean;
  /** Files to read: new ones, and known ones whose bytes hash differently. */
  readonly toRead: readonly SourceEntry[];
  readonly removed: readonly KnownInput[];
  /** Known inputs whose bytes are the same under another fingerprint. */
  readonly settled: readonly KnownInput[];
  readonly unchanged: readonly KnownInput[];
  readonly scanGaps: readonly Gap[];
  readonly records: RecordCheck;
  /** Rendered pages that were edited or deleted by hand (COR-04). */
  readonly editedPages: readonly string[];
}

export interface RecordCheck {
  readonly inputs: readonly RenderInput[];
  readonly digest: string;
  readonly changed: boolean;
}

/** Compares every input with the current generation; reads and hashes only what is in doubt. Writes nothing. */
export async function checkInputs(parts: RefreshParts): Promise<InputCheck> {
  const { store, files } = parts;
  const [known, facts, last] = [
    await store.inputs(),
    await store.facts(),
    await store.lastRefresh(),
  ];
  const records = await checkRecords(parts, facts);
  const scan = await files.scan();
  const recordPaths = new Set(records.inputs.map((input) => input.path));
  const entries = scan.entries.filter((entry) => !recordPaths.has(entry.path));
  const lastScanMs = last === "none" ? "unknown" : Date.parse(last.at);
  const changes = findChanges(
    entries,
    known.filter((input) => input.source === "files"),
    lastScanMs,
  );
  const { differing, settled } = await settleDoubt(parts, changes.doubtful);
  const toRead = [...changes.added, ...differing];
  const outdated = await isOutdated(parts);
  return {
    changed: toRead.length > 0 || changes.removed.length > 0 || records.changed || outdated,
    toRead: outdated ? entries : toRead,
    removed: changes.removed,
    settled: outdated ? [] : settled,
    unchanged: outdated ? [] : changes.unchanged,
    scanGaps: scan.gaps.map((gap) => ({ ...gap, source: "files" as const })),
    records: outdated ? { ...records, changed: true } : records,
    editedPages: await findEditedPages(parts, facts),
  };
}

/** No generation yet, or one built by another analyzer or splitter: everything is read anew. */
async function isOutdated(parts: RefreshParts): Promise<boolean> {
  const current = await parts.store.current();
  return current === "none" || current.analyzerVersion !== parts.textVersion;
}

async function settleDoubt(
  parts: RefreshParts,
  doubtful: readonly { readonly entry: SourceEntry; readonly known: KnownInput }[],
): Promise<{ readonly differing: SourceEntry[]; readonly settled: KnownInput[] }> {
  const differing: SourceEntry[] = [];
  const settled: KnownInput[] = [];
  for (const { entry, known } of doubtful) {
    const outcome = await parts.files.read(entry);
    const isSame =
      outcome.status === "ok" &&
      createHash("sha256").update(outcome.bytes).digest("hex") === known.version;
    if (isSame) settled.push({ ...known, fingerprint: outcome.fingerprint });
    else differing.push(entry);
  }
  return { differing, settled };
}

async function checkRecords(
  parts: RefreshParts,
  facts: Readonly<Record<string, string>>,
): Promise<RecordCheck> {
  if (parts.records === "none") {
    return {
      inputs: [],
      digest: "none",
      changed: (facts[FACTS.recordsDigest] ?? "none") !== "none",
    };
  }
  const inputs = await parts.records.inputs();
  const digest = inputs.length === 0 ? "none" : digestRecords(parts.records.renderer.id, inputs);
  return { inputs, digest, changed: (facts[FACTS.recordsDigest] ?? "none") !== digest };
}

/** One hash over the renderer and every record file: two equal digests around a render prove that inputs held still. */
export function digestRecords(rendererId: string, inputs: readonly RenderInput[]): string {
  const hash = createHash("sha256").update(rendererId);
  for (const input of inputs) hash.update(`\0${input.path}\0${input.version}`);
  return hash.digest("hex");
}

async function findEditedPages(
  parts: RefreshParts,
  facts: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  if (parts.records === "none" || facts[FACTS.recordsDigest] === undefined) return [];
  const now = await parts.records.readPageVersions();
  const { pagePrefix } = FACTS;
  const rendered = new Map(
    Object.entries(facts)
      .filter(([name]) => name.startsWith(pagePrefix))
      .map(([name, version]) => [name.slice(pagePrefix.length), version]),
  );
  const missingOrEdited = [...rendered].filter(([path, version]) => now.get(path) !== version);
  const extra = [...now.keys()].filter((path) => !rendered.has(path));
  return [...missingOrEdited.map(([path]) => path), ...extra].sort();
}
