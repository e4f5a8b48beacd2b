import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { secretLines } from "../builders/a-secret-transcript.ts";
import { aTree, writeTree } from "../builders/a-tree.ts";
import { aWorkspace } from "../builders/a-workspace.ts";
import { PROJECT_ROOT } from "../builders/project-pages.ts";
import { withStoredEntries } from "../builders/stored-entries.ts";
import { listImport } from "../builders/transcript-listing.ts";

// Each agent's folder in test/fixtures/transcripts has its listing beside it. A changed rule shows there as a difference to
// review; EXHIBIT_WRITE_FIXTURES=1 writes the listings anew.
const FIXTURES = join(PROJECT_ROOT, "test/fixtures/transcripts");
const rewrite = process.env["EXHIBIT_WRITE_FIXTURES"] === "1";
/** Where transcripts of another collection are, which is compared as well when it is there. */
const collection = process.env["EXHIBIT_DATA"];

const OWN_FOLDERS = ["/home/dev/pot_shop.web", "C:\\Users\\dev\\Pot Shop"];

interface Collection {
  readonly folder: string;
  readonly agent: string;
  /** Where the project was when its transcripts were recorded. */
  readonly from: readonly string[];
  readonly added?: Readonly<Record<string, string>>;
  readonly hasWords: boolean;
}

/** Imports a copy of a folder as one agent's history into a new project. */
async function listed({ folder, agent, from, added = {}, hasWords }: Collection): Promise<string> {
  const root = aTree();
  cpSync(folder, root, { recursive: true });
  writeTree(root, added);
  const workspace = aWorkspace();
  const engine = await workspace.open();
  const maps = from.map((folderThen) => ({ from: folderThen, to: workspace.root }));
  const response = await engine.import({ from: agent, root, maps, capBytes: 100_000 });
  const again = await engine.import({ from: agent, root, maps });
  expect(again.totals).toMatchObject({ new: 0, changed: 0, seen: 0 });
  const folders = { [`${root}/`]: "", [root]: "." };
  return withStoredEntries(workspace.dataFolder, (store) =>
    listImport({ response, store, folders, hasWords }),
  );
}

function expectRecorded(file: string, listing: string): void {
  if (rewrite) writeFileSync(file, listing);
  expect(listing).toBe(readFileSync(file, "utf8"));
}

describe("the transcripts kept for each agent", () => {
  it.each(["claude-code", "codex", "gemini", "jsonl"])(
    "import as recorded: %s (SCO-07, TIM-02)",
    async (agent) => {
      const listing = await listed({
        ...{ folder: join(FIXTURES, agent), agent, from: OWN_FOLDERS, hasWords: true },
        added: agent === "claude-code" ? secretLines() : {},
      });
      expectRecorded(join(FIXTURES, `${agent}.listing.txt`), listing);
      expect(listing).not.toMatch(/NEIGHBOR|bakery|QWERTY/);
    },
  );
});

describe.skipIf(collection === undefined)("the transcripts of another collection", () => {
  it.each([
    ["claude-code", "claude"],
    ["codex", "codex"],
    ["gemini", "gemini"],
  ])("import as recorded: %s", async (agent, name) => {
    const folders = join(collection ?? "", "fixtures/transcripts");
    const { projects } = JSON.parse(readFileSync(join(folders, "gemini/projects.json"), "utf8"));
    const from = Object.keys(projects);
    const listing = await listed({ folder: join(folders, name), agent, from, hasWords: false });
    expectRecorded(join(FIXTURES, `other-${agent}.listing.txt`), listing);
  });
});
