import type { Entry, Locator } from "../../src/model/entry.ts";
import type { EntryScope, NewEntry } from "../../src/ports/entry-store.ts";
import { anEntry } from "./an-entry.ts";

/** Sees everything. */
export const SHOWN: EntryScope = { quarantined: "shown" };
/** Sees what a project owns. */
export const HIDDEN: EntryScope = { quarantined: "hidden" };

/** Text bytes with an entry that describes them. */
export function anItem(text: string, given: Partial<Entry> = {}): NewEntry {
  return { entry: anEntry(text, given), text: Buffer.from(text) };
}

/** An observed time. */
export function at(time: string): Entry["time"] {
  return { at: time, basis: "observed", precision: "millisecond", offset: "Z" };
}

/** A record of ten bytes in a file. */
export function locator(path: string, startByte: number, sha256 = "0123456789abcdef"): Locator {
  return { path, startByte, endByte: startByte + 10, line: 1, sha256, present: true };
}
