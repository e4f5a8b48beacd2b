import { type EntryReading, readEntryText } from "../analysis/text/read-entry-text.ts";
import { sourceUnavailable } from "../errors.ts";
import type { ArtifactRef, StoreName } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { EntryScope, EntryStore } from "../ports/entry-store.ts";
import type { CitableTexts } from "./citable-texts.ts";
import { toArtifact } from "./entry-artifact.ts";
import type { CallParts } from "./session.ts";

type Outcome<T> = T | "missing" | "damaged";

/**
 * The texts of a store of entries as what citations are read back from, for one response. Passages are not stored: the text is
 * split again, once for each version, by the rules it was indexed by. `scope` decides which entries exist at all;
 * those `known` already are not read again: a text as common as "yes" is that of thousands.
 */
export function createEntryTexts(
  parts: Pick<CallParts, "entries">,
  name: StoreName,
  from: { readonly scope: EntryScope; readonly known?: Iterable<Entry> },
): CitableTexts {
  const { known: given = [], scope } = from;
  const entries = new Map<string, Entry>();
  const texts = new Map<string, Uint8Array>();
  const readings = new Map<string, Promise<Outcome<EntryReading>>>();

  function remember(found: readonly Entry[]): readonly Entry[] {
    for (const entry of found) entries.set(`${entry.version} ${entry.textKind}`, entry);
    return found;
  }

  remember([...given]);

  async function read(version: string, kind: string): Promise<Outcome<EntryReading>> {
    const store = await openEntries(parts, name);
    const [bytes = "missing"] = await store.readTexts([version]);
    if (typeof bytes === "string") return bytes;
    const known = entries.get(`${version} ${kind}`);
    const entry =
      known ?? (await store.findVersions(version, scope)).find(({ textKind }) => textKind === kind);
    if (entry === undefined) return "missing";
    texts.set(version, bytes);
    return readEntryText(entry, bytes);
  }

  function reading(version: string, kind: string): Promise<Outcome<EntryReading>> {
    const key = `${version} ${kind}`;
    const known = readings.get(key) ?? read(version, kind);
    readings.set(key, known);
    return known;
  }

  async function readText(version: string): Promise<Outcome<Uint8Array>> {
    // A passage of it was asked for a moment ago: these are the bytes that hashed to the version then.
    const known = texts.get(version);
    if (known !== undefined) return known;
    const [text = "missing"] = await (await openEntries(parts, name)).readTexts([version]);
    return text;
  }

  return {
    async artifacts(refs: readonly ArtifactRef[] = []) {
      const store = await openEntries(parts, name);
      return remember(await store.entries(refs, scope)).map(toArtifact);
    },
    async findVersions(versionPrefix) {
      const store = await openEntries(parts, name);
      return remember(await store.findVersions(versionPrefix, scope)).map(toArtifact);
    },
    async passages(version, kind) {
      const found = await reading(version, kind);
      return typeof found === "string" ? found : found.passages;
    },
    async passage(version, kind, position) {
      const found = await reading(version, kind);
      return typeof found === "string" ? found : (found.passages[position] ?? "missing");
    },
    async readRange(version, startByte, endByte) {
      const text = await readText(version);
      return typeof text === "string" ? text : text.subarray(startByte, endByte);
    },
    readText,
  };
}

/** The open store, or the refusal that says why there is none. */
export async function openEntries(
  parts: Pick<CallParts, "entries">,
  name: StoreName,
): Promise<EntryStore> {
  const opened = await parts.entries.read(name);
  if (opened.status === "ok") return opened.store;
  if (opened.status !== "empty") throw opened.error;
  throw sourceUnavailable(name, `${name}.db`, "nothing was ever kept there");
}
