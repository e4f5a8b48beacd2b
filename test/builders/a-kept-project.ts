import type { StoreName } from "../../src/model/artifact.ts";
import type { Entry } from "../../src/model/entry.ts";
import { type Instant, UNKNOWN_INSTANT } from "../../src/model/instant.ts";
import { parseInstant } from "../../src/model/parse-instant.ts";
import { aPage, aWorkspace, type TestWorkspace } from "./a-workspace.ts";
import { anEntry } from "./an-entry.ts";
import { keepEntries, type TextEntry } from "./kept-entries.ts";

/** A question that every store of `aKeptProject` holds something on. */
export const QUESTION = "which desk owns the ledger";

/** An observed time. */
export function observedAt(text: string): Instant {
  const parsed = parseInstant(text, "observed");
  return parsed === "unreadable" ? UNKNOWN_INSTANT : parsed;
}

/** An entry with its text; any field can be given. */
export function aTextEntry(text: string, given: Partial<Entry> = {}): TextEntry {
  return { entry: anEntry(text, given), text };
}

/** What somebody said in a session, a day before the tests' clock. */
export function aMessage(text: string, given: Partial<Entry> = {}): TextEntry {
  return aTextEntry(text, { time: observedAt("2026-10-14T09:30:00Z"), ...given });
}

/** A note that an agent kept. */
export function aNote(text: string, given: Partial<Entry> = {}): TextEntry {
  return aTextEntry(text, {
    store: "memory",
    kind: "note",
    role: "assistant",
    textKind: "markdown",
    origin: "agent-generated",
    marks: ["agent"],
    session: "none",
    attribution: "here",
    time: observedAt("2026-10-12T08:00:00Z"),
    path: `note/${text.length}`,
    ...given,
  });
}

/** What a command printed. */
export function aCapture(text: string, given: Partial<Entry> = {}): TextEntry {
  return aTextEntry(text, {
    store: "captures",
    kind: "capture",
    role: "tool",
    session: "none",
    attribution: "here",
    time: observedAt("2026-10-13T08:00:00Z"),
    path: `build/${text.length}`,
    title: "npm run build",
    ...given,
  });
}

/** Entries of each store on the same subject as the file beside them. */
export const KEPT: Readonly<Record<StoreName, readonly TextEntry[]>> = {
  sessions: [
    aMessage("We decided that the harbor desk owns the ledger from now on."),
    aMessage("The weather is fine and nothing else happened.", { role: "assistant" }),
  ],
  memory: [aNote("# Owners\n\nThe customs desk owns the ledger copy.\n")],
  captures: [aCapture("checking owners...\nledger: owned by desk 4\ndone\n")],
};

/** A workspace with a file, and entries in all stores or in those named. */
export async function aKeptProject(
  kept: Partial<Record<StoreName, readonly TextEntry[]>> = KEPT,
): Promise<TestWorkspace> {
  const workspace = aWorkspace({
    "docs/owners.md": aPage("Owners", "The signal desk owns the ledger."),
  });
  for (const name of ["sessions", "memory", "captures"] as const) {
    const entries = kept[name];
    if (entries !== undefined) await keepEntries(workspace.root, name, entries);
  }
  return workspace;
}
