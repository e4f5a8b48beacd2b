import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EngineError, type RefreshMode, type SearchResponse } from "../../src/index.ts";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { copyDamaged, flipBit } from "../builders/damaged-copies.ts";

const QUESTION = "which desk owns the ledger";
const MODES: readonly RefreshMode[] = ["off", "auto"];
const FLIPS = 50;
const CUTS = 20;
const PAGE_BYTES = 4096;

/** A few pages, one long enough for several frames, and records. */
function aFilledWorkspace(): TestWorkspace {
  const desks = ["harbor", "signal", "quay", "crane", "kiln", "mill"];
  const pages = desks.map((desk, index) => [
    `docs/${desk}.md`,
    aPage(`The ${desk} desk`, `The ${desk} desk owns ledger ${index}.\n\n## Checks\n\nDaily.`),
  ]);
  const records = desks.map((desk) =>
    JSON.stringify({
      id: desk,
      title: `Owner ${desk}`,
      body: `The ${desk} desk owns it.`,
      observedAt: "2026-10-01",
    }),
  );
  const long = Array.from({ length: 900 }, (_, i) => `Line ${i} of the ledger of no desk at all.`);
  return aWorkspace({
    ...Object.fromEntries(pages),
    "docs/long.md": aPage("A long page", long.join("\n")),
    "records/owners.jsonl": `${records.join("\n")}\n`,
  });
}

function essence({ hits }: SearchResponse): readonly unknown[] {
  return hits.map(({ citation, excerpt, title, observed, score }) => ({
    citation,
    excerpt,
    title,
    observed,
    score,
  }));
}

/** Searches a damaged copy as a process of its own would; returns the answer or the refusal. */
async function searchDamaged(
  workspace: TestWorkspace,
  mode: RefreshMode,
  damage: (bytes: Buffer) => Buffer,
): Promise<SearchResponse | EngineError> {
  const to = join(workspace.root, ".exhibit", "copy");
  const dataFolder = copyDamaged(
    { dataFolder: join(workspace.root, ".exhibit", "data"), to },
    damage,
  );
  const engine = await workspace.open({ dataFolder });
  try {
    return await engine.search(QUESTION, { refresh: mode });
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  } finally {
    await engine.close();
    rmSync(to, { recursive: true });
  }
}

/** The same hits, or fewer with the reason why; never another text, date or title. */
function expectRight(answer: SearchResponse, sound: SearchResponse): void {
  const allowed = essence(sound);
  if (answer.gaps.some(({ code }) => code === "recovery_failed")) {
    expect(allowed).toEqual(expect.arrayContaining([...essence(answer)]));
  } else expect(essence(answer)).toEqual(allowed);
}

/** Searches a copy damaged in each way, in both modes, and tells the refusals that were given. */
async function searchEach(
  damages: readonly ((bytes: Buffer) => Buffer)[],
): Promise<readonly string[]> {
  const workspace = aFilledWorkspace();
  const dataFolder = join(workspace.root, ".exhibit", "data");
  const engine = await workspace.open({ dataFolder });
  await engine.search(QUESTION);
  const sound = await engine.search(QUESTION);
  await engine.close();
  expect(sound.hits).toHaveLength(5);
  const refusals: string[] = [];
  for (const damage of damages) {
    for (const mode of MODES) {
      const answer = await searchDamaged(workspace, mode, damage);
      if (answer instanceof EngineError) refusals.push(answer.code);
      else expectRight(answer, sound);
    }
  }
  return refusals;
}

it("answers right from a database cut off at any page, with and without leave to rebuild it", async () => {
  const cuts = Array.from({ length: CUTS }, (_, index) => (bytes: Buffer): Buffer => {
    const pages = Math.floor(bytes.length / PAGE_BYTES);
    // The first cut leaves one page: a file of no bytes at all is a database that nobody wrote yet.
    return bytes.subarray(0, PAGE_BYTES * (1 + Math.floor((index * (pages - 1)) / CUTS)));
  });
  expect(await searchEach(cuts)).toEqual([]);
});

it("answers right from a database with any bit flipped, or refuses by name, and shows no other text, title or date", async () => {
  const flips = Array.from({ length: FLIPS }, (_, seed) => flipBit(seed));
  const refusals = await searchEach(flips);
  expect(refusals.filter((code) => code !== "store_newer" && code !== "store_corrupt")).toEqual([]);
});
