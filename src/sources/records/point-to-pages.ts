import { join, posix } from "node:path";
import type { CurrentReader, CurrentText } from "../../ports/source-reader.ts";
import { DEFAULT_MAX_FILE_BYTES, readStable } from "../read-stable.ts";
import { listPages } from "./pages-folder.ts";
import { findRenderedFrom } from "./render-page.ts";

export interface PagesFolder {
  readonly absolute: string;
  /** As people write it: relative to the workspace, `/` between parts. */
  readonly shown: string;
}

/**
 * Returns the reader of files with one more answer: whoever asks for a record file, which is never a text of its own, learns which
 * pages its records are rendered on. Pages of a renderer of the workspace's own do not say what they were made from.
 */
export function pointToPages(files: CurrentReader, folder: PagesFolder): CurrentReader {
  return {
    async readCurrent(path: string): Promise<CurrentText> {
      const now = await files.readCurrent(path);
      if (now.status !== "refused") return now;
      const pages = findPagesOf(folder.absolute, path).map((page) =>
        posix.join(folder.shown, page),
      );
      if (pages.length === 0) return now;
      const list = pages.length === 1 ? `the page ${pages[0]}` : `the pages ${pages.join(", ")}`;
      return { status: "refused", reason: `its records are on ${list}; name that instead` };
    },
    readIndexed: (path) => files.readIndexed(path),
  };
}

function findPagesOf(folder: string, recordFile: string): readonly string[] {
  return listPages(folder).filter((path) => {
    const page = readStable(join(folder, path), DEFAULT_MAX_FILE_BYTES);
    if (page.status !== "ok") return false;
    return findRenderedFrom(Buffer.from(page.bytes).toString("utf8")).includes(recordFile);
  });
}
