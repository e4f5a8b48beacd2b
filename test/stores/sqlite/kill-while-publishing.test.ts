import { expect, it } from "vitest";
import { openSqliteContentStore } from "../../../src/stores/sqlite/sqlite-content-store.ts";
import { bytesOf, sha256 } from "../../contracts/content-examples.ts";
import { buildChild, runChild } from "./child-process.ts";
import { aDataFolder } from "./data-folder.ts";

/** Reads the store the dead child left and says which generation is current, having checked that it is whole. */
async function inspect(folder: string): Promise<number> {
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  try {
    expect(await store.check()).toEqual([]);
    const current = await store.current();
    if (current === "none") {
      expect(await store.artifacts()).toEqual([]);
      return 0;
    }
    // Everything one publish said must be of the same moment.
    const before = current.id === 1 ? "none" : String(current.id - 1);
    expect(await store.facts()).toEqual({ after: before });
    expect(await store.gaps()).toEqual([{ code: "file_binary", subject: `after ${before}` }]);
    const texts = [1, 2].map((number) => bytesOf(`page ${number} after generation ${before}\n`));
    const versions = (await store.artifacts()).map((artifact) => artifact.version);
    expect(versions).toEqual(texts.map(sha256));
    for (const text of texts) expect(await store.readText(sha256(text))).toEqual(text);
    const [segment] = await store.segments();
    const keys = [{ kind: "terms", number: 0 }];
    expect(await store.readBlocks(segment?.id ?? 0, keys)).toEqual([bytesOf(`after ${before}`)]);
    return current.id;
  } finally {
    await store.close();
  }
}

it("is whole after a kill at every write of a publish: the old generation or the new one, and the next publish works (REF-16)", async () => {
  const folder = aDataFolder();
  const script = await buildChild("publish-and-die", folder);
  expect((await runChild(script, [folder, "0"])).output).toBe("survived\n");
  let generation = await inspect(folder);
  expect(generation).toBe(1);
  const outcomes: string[] = [];
  for (let dieAfter = 1; ; dieAfter++) {
    const child = await runChild(script, [folder, String(dieAfter)]);
    if (child.signal === null) break;
    expect(child.signal).toBe("SIGKILL");
    const found = await inspect(folder);
    expect([generation, generation + 1]).toContain(found);
    outcomes.push(found === generation ? "old" : "new");
    generation = found;
  }
  // The child that was not killed published on what its dead forerunners left.
  expect(await inspect(folder)).toBe(generation + 1);
  // Died before the commit, then after it, and never the other way round.
  expect(outcomes.join(" ")).toMatch(/^(old ){10,}(new ?){3,}$/);
}, 120_000);
