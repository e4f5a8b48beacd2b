import type { RecordProjection, RenderedPage } from "../../ports/renderer.ts";
import type { CurrentReader, CurrentText } from "../../ports/source-reader.ts";
import { versionOf } from "./version-of.ts";

/** Record pages kept in memory, for a workspace whose data folder cannot be written. */
export interface HeldPages {
  readonly projection: RecordProjection;
  /** Reads the held pages as if they were in the folder. */
  readonly reader: CurrentReader;
}

/** Wraps a projection so that it renders the same pages and writes none of them to disk. */
export function holdPages(records: RecordProjection): HeldPages {
  let held: readonly RenderedPage[] = [];
  const readHeld = (path: string): CurrentText => {
    const page = held.find((candidate) => candidate.path === path);
    return page === undefined ? { status: "gone" } : { status: "ok", bytes: page.bytes };
  };
  return {
    projection: {
      ...records,
      async writePages(pages) {
        held = pages;
      },
      async readPageVersions() {
        return new Map(held.map((page) => [page.path, versionOf(page.bytes)]));
      },
    },
    reader: {
      readCurrent: async (path) => readHeld(path),
      readIndexed: async (path) => readHeld(path),
    },
  };
}
