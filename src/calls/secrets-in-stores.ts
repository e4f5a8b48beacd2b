import { locateSecrets } from "../analysis/secrets/locate-secrets.ts";
import { EngineError } from "../errors.ts";
import type { StoreName } from "../model/artifact.ts";
import type { Entry, Redaction } from "../model/entry.ts";
import type { Gap } from "../model/gap.ts";
import type { SecretPlace } from "../model/secrets-response.ts";
import type { EntryStore } from "../ports/entry-store.ts";
import type { CallParts } from "./session.ts";
import { reasonOf, type StoreStanding, withNothing, withoutAnswer } from "./store-answer.ts";
import { walkEntries } from "./walk-entries.ts";

/** What one store holds, and what was taken out of it before. */
export interface StoreSecrets {
  readonly standing: StoreStanding;
  readonly places: readonly SecretPlace[];
  readonly texts: number;
  readonly redactions: readonly Redaction[];
  readonly gaps: readonly Gap[];
}

/** Examines every entry of a store, those in quarantine too. A store that cannot be read is an outcome of its own. */
export async function findInStore(parts: CallParts, name: StoreName): Promise<StoreSecrets> {
  const opened = await parts.entries.read(name);
  const nothing = { places: [], texts: 0, redactions: [], gaps: [] };
  if (opened.status === "empty") return { ...nothing, standing: withNothing(name, "ok").standing };
  if (opened.status !== "ok") {
    return { ...nothing, ...withoutAnswer(name, opened.status, reasonOf(opened.error)) };
  }
  const { store } = opened;
  try {
    return await parts.entryIndexes.inTurn(name, () => examine(store));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { ...nothing, ...withoutAnswer(name, "failed", reasonOf(error)) };
  }
}

async function examine(store: EntryStore): Promise<StoreSecrets> {
  const places: SecretPlace[] = [];
  const gaps: Gap[] = [];
  const redacted = new Map<string, number>();
  let texts = 0;
  for await (const entries of walkEntries(store)) {
    const bytes = await store.readTexts(entries.map(({ version }) => version));
    for (const [index, entry] of entries.entries()) {
      const text = bytes[index] ?? "missing";
      if (typeof text === "string") gaps.push(lost(entry));
      else {
        texts += 1;
        places.push(...placesIn(entry, new TextDecoder().decode(text)));
      }
      for (const { kind, count } of entry.redactions) {
        redacted.set(kind, (redacted.get(kind) ?? 0) + count);
      }
    }
  }
  const redactions = [...redacted].map(([kind, count]) => ({ kind, count }));
  const standing: StoreStanding =
    gaps.length === 0
      ? { name: store.name, status: "ok", reason: "", entries: texts }
      : { name: store.name, status: "skipped", reason: "some texts are damaged", entries: texts };
  return {
    standing,
    places: places.sort((a, b) => (a.artifact < b.artifact ? -1 : 1)),
    texts,
    redactions: redactions.sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    gaps,
  };
}

function placesIn(entry: Entry, text: string): readonly SecretPlace[] {
  const artifact = entry.ref;
  const located = locateSecrets(text);
  return [
    ...located.map((found): SecretPlace => ({ artifact, part: "text", ...found })),
    ...outside(entry, "title", entry.title),
    ...outside(entry, "evidence", entry.evidence),
  ];
}

function outside({ ref }: Entry, part: "title" | "evidence", text: string): readonly SecretPlace[] {
  return locateSecrets(text).map((found) => ({ artifact: ref, part, ...found, line: "none" }));
}

function lost({ ref }: Entry): Gap {
  return { code: "recovery_failed", subject: ref, detail: "stored text damaged" };
}
