import { appendFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EntryStore } from "../../src/ports/entry-store.ts";
import { aClaudeHistory } from "../builders/a-claude-history.ts";
import { jsonLines } from "../builders/a-rollout.ts";
import { aTree, writeTree } from "../builders/a-tree.ts";
import { aWorkspace } from "../builders/a-workspace.ts";
import { withStoredEntries } from "../builders/stored-entries.ts";

/** An agent's history of one file on disk, and how it is read. */
function aHistoryOf(agent: string, cwd: string) {
  const file = "tmp/kiln/chats/session-a.jsonl";
  const say = { id: "m1", type: "user", timestamp: "2026-08-10T09:00:00Z", content: "nine hours" };
  const files =
    agent === "gemini"
      ? {
          "tmp/kiln/.project_root": cwd,
          [file]: jsonLines([{ sessionId: "g1", projectHash: "kiln" }, say]),
        }
      : aClaudeHistory({ cwd, sessions: 1, turns: 1 });
  const root = aTree(files);
  const name = agent === "gemini" ? file : (Object.keys(files)[0] ?? "");
  return { root, path: join(root, name) };
}

async function standing(store: EntryStore) {
  const { entries } = await store.list({
    ...{ scope: { quarantined: "hidden" }, order: "oldest", limit: 100 },
  });
  const [session] = await store.sessions({ quarantined: "hidden" });
  return {
    count: entries.length,
    places: [...new Set(entries.flatMap(({ locators }) => locators.map(({ present }) => present)))],
    session: session?.present,
  };
}

describe("a transcript that its agent swept", () => {
  it.each([
    ["claude-code", 5],
    ["gemini", 1],
  ])(
    "stays kept, is known to be gone, and is there again when it comes back: %s",
    async (agent, count) => {
      const workspace = aWorkspace();
      const { root, path } = aHistoryOf(agent, workspace.root);
      const engine = await workspace.open();
      const importIt = () => engine.import({ from: agent, root });
      const stored = () => withStoredEntries(workspace.dataFolder, standing);
      await importIt();
      expect(await stored()).toEqual({ count, places: [true], session: true });
      renameSync(path, `${path}.away`);
      expect((await importIt()).agents[0]?.files).toMatchObject({ listed: 0, gone: 1 });
      expect(await stored()).toEqual({ count, places: [false], session: false });
      // It stays told as long as it is so, and the words are still found.
      expect((await importIt()).agents[0]?.files).toMatchObject({ gone: 1 });
      const { hits } = await engine.search("nine hours");
      expect(hits).not.toHaveLength(0);
      renameSync(`${path}.away`, path);
      const back = await importIt();
      expect(back.agents[0]?.files).toMatchObject({ gone: 0, read: 1 });
      expect(back.totals).toMatchObject({ new: 0, changed: 0 });
      expect(await stored()).toEqual({ count, places: [true], session: true });
      expect((await importIt()).agents[0]?.files).toMatchObject({ read: 0, unchanged: 1 });
    },
  );
});

describe("an output that outlived its transcript", () => {
  it("is one entry, also when it was still being written, went away and came back", async () => {
    const workspace = aWorkspace();
    const output = "projects/x/5e550000-0000-4000-8000-000000000001/tool-results/b7x.txt";
    const root = aTree({ [output]: "firing 1\n" });
    const engine = await workspace.open();
    const texts = async () => {
      await engine.import({ from: "claude-code", root });
      return withStoredEntries(workspace.dataFolder, async (store) => {
        const { entries } = await store.undated({ scope: { quarantined: "only" }, limit: 9 });
        const kept = await store.readTexts(entries.map(({ version }) => version));
        return kept.map((text) => Buffer.from(text).toString());
      });
    };
    expect(await texts()).toEqual(["firing 1\n"]);
    appendFileSync(join(root, output), "firing 2\n");
    expect(await texts()).toEqual(["firing 1\nfiring 2\n"]);
    rmSync(join(root, output));
    expect(await texts()).toEqual(["firing 1\nfiring 2\n"]);
    writeTree(root, { [output]: "firing 1\nfiring 2\n" });
    expect(await texts()).toEqual(["firing 1\nfiring 2\n"]);
  });
});
