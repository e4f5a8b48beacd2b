import { createHash } from "node:crypto";
import { artifactRef } from "../../../src/model/artifact-ref.ts";
import type { IndexDocument } from "../../../src/model/index-document.ts";
import { toFieldedPassages } from "../../fielded-passage.ts";
import { openFts5 } from "../../fts5-passages.ts";
import { createMemoryIndex, searchIndex } from "../../memory-index.ts";
import type { SessionSet } from "./session-set.ts";

/** Ranks the sessions of a set for a question, best first, by id. */
export interface SessionRanker {
  readonly name: string;
  rank(question: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Whether the name of a session's working folder stands above its text, as the program puts it there. */
export type FolderUse = "named" | "left out";

const DEPTH = 100;

/** SQLite FTS5 over one document a session: the question's words joined by OR, Porter stems, `bm25`. */
export function openFts5Sessions(set: SessionSet, name: string, folders: FolderUse): SessionRanker {
  const ids = [...set.sessions.keys()];
  const index = openFts5(":memory:");
  index.add(toFieldedPassages(toDocuments(set, folders)));
  return {
    name,
    rank: async (question) =>
      index.search(question, DEPTH).map(({ index: place }) => ids[place] ?? ""),
    close: async () => index.close(),
  };
}

/** The program's index over the same documents. */
export function openIndexedSessions(
  set: SessionSet,
  name: string,
  folders: FolderUse,
): SessionRanker {
  const ids = [...set.sessions.keys()];
  const memory = createMemoryIndex();
  memory.add(toDocuments(set, folders));
  const index = memory.open();
  return {
    name,
    async rank(question) {
      const options = { ranker: "lexical", limit: DEPTH } as const;
      const { candidates } = await searchIndex(index, question, options);
      return candidates.map((candidate) => ids[memory.flatIndexOf(candidate)] ?? "");
    },
    close: async () => undefined,
  };
}

function toDocuments({ sessions }: SessionSet, folders: FolderUse): readonly IndexDocument[] {
  return [...sessions].map(([id, turns]) => {
    const text = turns.map((turn) => turn.text).join("\n\n");
    return {
      artifact: artifactRef("files", id),
      version: createHash("sha256").update(text).digest("hex"),
      source: "files",
      path: id,
      title: "",
      kind: "text",
      language: "unknown",
      passages: [{ headingPath: folders === "named" ? [turns[0]?.project ?? "", ""] : [], text }],
    };
  });
}
