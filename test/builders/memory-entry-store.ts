import { storeConflict } from "../../src/errors.ts";
import type { ArtifactRef } from "../../src/model/artifact.ts";
import type { Entry } from "../../src/model/entry.ts";
import { mergeEntries } from "../../src/model/merge-entries.ts";
import type {
  AppendReport,
  EntryBatch,
  EntryScope,
  EntryStore,
  ReadFile,
  SessionSummary,
  UnindexedBatch,
} from "../../src/ports/entry-store.ts";
import type { DeadDocument, LiveSegment, SegmentBlock } from "../../src/ports/passage-index.ts";

type Used =
  | "append"
  | "files"
  | "entries"
  | "readTexts"
  | "tombstones"
  | "sessions"
  | "mark"
  | "unindexed"
  | "watermark"
  | "deadDocuments"
  | "publishIndex"
  | "dropIndex"
  | "indexVersion"
  | "setIndexVersion"
  | "segments"
  | "readBlocks"
  | "stageSegment"
  | "stageBlocks";

/**
 * What an import uses of an entry store, in memory and as plain as can be: what the real one is compared with. Tests that are
 * about a file on disk use the real one.
 */
export class MemoryEntryStore implements Pick<EntryStore, Used> {
  readonly kept = new Map<ArtifactRef, { entry: Entry; text: Uint8Array; place: number }>();
  readonly read = new Map<string, ReadFile>();
  /** What sessions are called, by id. */
  readonly titles = new Map<string, string>();
  readonly gone = new Map<ArtifactRef, string>();
  /** Called before each publication: where a test lets another process come first. */
  beforePublish: () => void = () => undefined;
  batches = 0;
  #place = 0;
  #watermark = 0;
  #version: string | "none" = "none";
  #indexed = new Map<string, DeadDocument>();
  #live: readonly LiveSegment[] = [];
  readonly #blocks = new Map<number, Map<string, Uint8Array>>();

  append({ entries, files, titles = [] }: EntryBatch): Promise<AppendReport> {
    this.batches += 1;
    const report = { added: 0, seen: 0, changed: 0, forgotten: 0 };
    for (const { entry, text } of entries) {
      const before = this.kept.get(entry.ref);
      if (this.gone.has(entry.ref)) report.forgotten += 1;
      else if (before === undefined) {
        report.added += 1;
        this.kept.set(entry.ref, { entry, text, place: ++this.#place });
      } else {
        const merged = mergeEntries(before.entry, entry);
        const isChanged = merged.version !== before.entry.version;
        report[isChanged ? "changed" : "seen"] += 1;
        const next = isChanged ? { text, place: ++this.#place } : before;
        this.kept.set(entry.ref, { ...next, entry: merged });
      }
    }
    for (const { id, title } of titles) this.titles.set(id, title);
    for (const file of files) this.read.set(file.path, file);
    return Promise.resolve(report);
  }

  files(agent?: string): Promise<readonly ReadFile[]> {
    const files = [...this.read.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    return Promise.resolve(files.filter((file) => agent === undefined || file.agent === agent));
  }

  entries(refs: readonly ArtifactRef[], scope: EntryScope): Promise<readonly Entry[]> {
    const found = refs.flatMap((ref) => this.kept.get(ref)?.entry ?? []);
    return Promise.resolve(
      found.filter(({ attribution }) =>
        scope.quarantined === "shown"
          ? true
          : (attribution === "unknown") === (scope.quarantined === "only"),
      ),
    );
  }

  readTexts(versions: readonly string[]): ReturnType<EntryStore["readTexts"]> {
    const kept = [...this.kept.values()];
    return Promise.resolve(
      versions.map(
        (version) => kept.find(({ entry }) => entry.version === version)?.text ?? "missing",
      ),
    );
  }

  tombstones(): ReturnType<EntryStore["tombstones"]> {
    return Promise.resolve([...this.gone].map(([ref, forgottenAt]) => ({ ref, forgottenAt })));
  }

  sessions(): Promise<readonly SessionSummary[]> {
    const ids = new Map(
      [...this.kept.values()].flatMap(({ entry }) =>
        entry.session === "none" ? [] : [[entry.session.id, entry.session.agent] as const],
      ),
    );
    return Promise.resolve(
      [...ids].map(([id, agent]) => ({
        ...{ agent, id, title: "unknown", entryCount: 1, firstAt: "unknown", lastAt: "unknown" },
        present: true,
      })),
    );
  }

  mark(ref: ArtifactRef, change: Parameters<EntryStore["mark"]>[1]): Promise<boolean> {
    const kept = this.kept.get(ref);
    if (kept === undefined) return Promise.resolve(false);
    const marks = [...new Set([...kept.entry.marks, ...(change.add ?? [])])].sort();
    this.kept.set(ref, { ...kept, entry: { ...kept.entry, marks } });
    return Promise.resolve(true);
  }

  unindexed(maxBytes: number, after = this.#watermark): Promise<UnindexedBatch> {
    const waiting = [...this.kept.values()]
      .filter(({ place }) => place > after)
      .sort((a, b) => a.place - b.place);
    let bytes = 0;
    const taken = waiting.filter(({ text }) => {
      bytes += text.length;
      return bytes - text.length < maxBytes;
    });
    const through = taken.at(-1)?.place ?? after;
    return Promise.resolve({ items: taken.map(({ entry, text }) => ({ entry, text })), through });
  }

  watermark(): Promise<number> {
    return Promise.resolve(this.#watermark);
  }

  deadDocuments(): Promise<readonly DeadDocument[]> {
    const isAlive = ({ artifact, version }: DeadDocument): boolean =>
      this.kept.get(artifact)?.entry.version === version;
    return Promise.resolve([...this.#indexed.values()].filter((document) => !isAlive(document)));
  }

  async publishIndex(publication: Parameters<EntryStore["publishIndex"]>[0]): Promise<void> {
    this.beforePublish();
    const { buried, from, segments, through } = publication;
    if (from !== this.#watermark) {
      throw storeConflict("memory", String(from), String(this.#watermark));
    }
    for (const document of buried) this.#indexed.delete(keyOf(document));
    for (const { entry, place } of this.kept.values()) {
      const document = { artifact: entry.ref, version: entry.version };
      if (place > from && place <= through) this.#indexed.set(keyOf(document), document);
    }
    this.#watermark = through;
    this.#live = segments;
  }

  dropIndex(): Promise<void> {
    this.#watermark = 0;
    this.#version = "none";
    this.#live = [];
    this.#indexed.clear();
    return Promise.resolve();
  }

  indexVersion(): Promise<string | "none"> {
    return Promise.resolve(this.#version);
  }

  setIndexVersion(version: string): Promise<void> {
    this.#version = version;
    return Promise.resolve();
  }

  segments(): Promise<readonly LiveSegment[]> {
    return Promise.resolve(this.#live);
  }

  readBlocks(id: number, keys: readonly { readonly kind: string; readonly number: number }[]) {
    const blocks = this.#blocks.get(id);
    return Promise.resolve(
      keys.map(({ kind, number }) => blocks?.get(`${kind} ${number}`) ?? ("missing" as const)),
    );
  }

  stageSegment(): Promise<number> {
    const id = this.#blocks.size + 1;
    this.#blocks.set(id, new Map());
    return Promise.resolve(id);
  }

  stageBlocks(id: number, blocks: readonly SegmentBlock[]): Promise<void> {
    for (const { bytes, kind, number } of blocks) {
      this.#blocks.get(id)?.set(`${kind} ${number}`, bytes);
    }
    return Promise.resolve();
  }
}

function keyOf({ artifact, version }: DeadDocument): string {
  return `${artifact} ${version}`;
}
