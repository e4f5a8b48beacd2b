import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aTree } from "../builders/a-tree.ts";
import { aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { PROJECT_ROOT } from "../builders/project-pages.ts";
import { storedContent } from "../builders/stored-entries.ts";

const FIXTURES = join(PROJECT_ROOT, "test/fixtures/transcripts");
const RECORDED_IN = "/home/dev/pot_shop.web";

/** A project whose transcripts arrive file by file below one folder, which is the same for every run that is compared. */
async function aDesk(root: string) {
  const workspace = aWorkspace();
  const engine = await workspace.open();
  const maps = [{ from: RECORDED_IN, to: workspace.root }];
  return {
    importAll: (agent: string) => engine.import({ from: agent, root: join(root, agent), maps }),
    content: async () => contentOf(workspace),
  };
}

/** Everything kept, without where the files lie and without the order of a file that was read in several states. */
async function contentOf({ dataFolder }: TestWorkspace): Promise<readonly unknown[]> {
  const entries = (await storedContent(dataFolder)) as readonly {
    readonly locators: readonly { readonly path: string }[];
  }[];
  return entries.map((entry) => ({
    ...entry,
    locators: entry.locators.map((locator) => ({
      ...locator,
      path: locator.path.slice(locator.path.lastIndexOf("/") + 1),
    })),
  }));
}

/** What arrives together: with a transcript the outputs spilled from it, with every chat what names its folder. */
function arrivalsOf(agent: string): readonly (readonly string[])[] {
  const folder = join(FIXTURES, agent);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((child) => child.isFile())
    .map((child) => join(child.parentPath, child.name).slice(folder.length + 1));
  const isNaming = (name: string): boolean => /projects[.]json$|_root$/.test(name);
  const transcriptOf = (name: string): string => name.replace(/[/]tool-results[/].*/, ".jsonl");
  return names
    .filter(
      (name) =>
        !isNaming(name) && (transcriptOf(name) === name || !names.includes(transcriptOf(name))),
    )
    .map((name) =>
      names.filter((other) => transcriptOf(other) === name || other === name || isNaming(other)),
    );
}

function bring(root: string, agent: string, names: readonly string[]): void {
  for (const name of names) {
    const to = join(root, agent, name);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(FIXTURES, agent, name), to);
  }
}

describe("transcripts that arrive one after another, in any order", () => {
  it.each(["claude-code", "codex", "gemini", "jsonl"])(
    "are the same entries as those read at once: %s",
    async (agent) => {
      const arrivals = arrivalsOf(agent);
      const atOnce = aTree();
      bring(atOnce, agent, arrivals.flat());
      const whole = await aDesk(atOnce);
      await whole.importAll(agent);
      const expected = await whole.content();
      expect(expected.length).toBeGreaterThan(5);
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray([...arrivals], { minLength: arrivals.length }),
          async (order) => {
            const root = aTree();
            const desk = await aDesk(root);
            for (const names of order) {
              bring(root, agent, names);
              await desk.importAll(agent);
            }
            expect(await desk.content()).toEqual(expected);
          },
        ),
        { numRuns: 3 },
      );
    },
    60_000,
  );
});

describe("what a hook received and what the transcript says of it", () => {
  it.each([
    ["before", ["jsonl", "claude-code"]],
    ["after", ["claude-code", "jsonl"]],
  ])("are one event with the transcript's time, the hook read %s it (TIM-04)", async (_, order) => {
    const root = aTree();
    cpSync(join(FIXTURES, "claude-code"), join(root, "claude-code"), { recursive: true });
    cpSync(join(FIXTURES, "jsonl/hooks"), join(root, "jsonl"), { recursive: true });
    const desk = await aDesk(root);
    for (const agent of order) await desk.importAll(agent);
    const content = (await desk.content()) as readonly {
      readonly toolUseId: string;
      readonly kind: string;
      readonly time: { readonly at: string; readonly basis: string };
      readonly rank: number;
      readonly locators: readonly unknown[];
    }[];
    const shown = content
      .filter(({ toolUseId }) => ["toolu_k2", "toolu_only_spooled"].includes(toolUseId))
      .map(({ kind, time, rank, locators }) => [kind, time.basis, time.at, rank, locators.length])
      .sort();
    expect(shown).toEqual([
      ["tool_call", "indexed", "2026-08-10T12:10:01.000Z", 1, 1],
      ["tool_call", "observed", "2026-08-10T12:01:00.000Z", 2, 2],
      ["tool_result", "observed", "2026-08-10T12:01:04.000Z", 2, 2],
    ]);
  });
});
