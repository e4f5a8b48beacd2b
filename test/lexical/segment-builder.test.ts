import { describe, expect, it } from "vitest";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import type { IndexDocument } from "../../src/model/index-document.ts";
import type { SegmentBlock } from "../../src/ports/passage-index.ts";
import { aDocument, aQuery } from "../builders/index-documents.ts";
import { MemorySegments } from "../builders/memory-segments.ts";

const kit = createIndexKit();
const MAX_BLOCK_BYTES = 65_536;

/** Enough distinct words and passages for every file to take several blocks. */
function manyDocuments(count: number, prefix = "d"): readonly IndexDocument[] {
  return Array.from({ length: count }, (_, index) =>
    aDocument(`${prefix}${index}.md`, [
      `deploy ${Array.from({ length: 60 }, (_value, word) => `w${(index * 37 + word * 101) % 20_011}q`).join(" ")}`,
      `common words stand here ${index % 10} 用户身份`,
    ]),
  );
}

describe("the segment builder", () => {
  it("makes the same bytes of the same documents in any order (COR-22)", () => {
    const documents = manyDocuments(40);
    expect(kit.builder.build(documents.toReversed())).toEqual(kit.builder.build(documents));
  });

  it("keeps every block within 64 KiB and numbers the blocks of each kind from 0", async () => {
    const segments = new MemorySegments();
    const image = kit.builder.build(manyDocuments(3000));
    const ids = [segments.add(kit.builder, manyDocuments(1500)).id];
    ids.push(segments.add(kit.builder, manyDocuments(1500, "e")).id);
    const merged = await segments.merge(kit.builder, ids);
    for (const blocks of [image.blocks, segments.blockKeys(merged.id)]) {
      expectNumbered(blocks);
      for (const { bytes } of blocks) expect(bytes.length).toBeLessThanOrEqual(MAX_BLOCK_BYTES);
    }
    expect(image.blocks.filter(({ kind }) => kind === "terms").length).toBeGreaterThan(5);
  });

  it("answers a first question from a few blocks of a large segment", async () => {
    const segments = new MemorySegments();
    const { id } = segments.add(kit.builder, manyDocuments(3000));
    await kit.open(segments).search(aQuery("w37q w138q", { limit: 5 }));
    expect(segments.blocksRead).toBeLessThan(segments.blockKeys(id).length / 2);
    expect(segments.blocksRead).toBeLessThan(40);
  });

  it("asks for no block again when the same question is asked twice", async () => {
    const segments = new MemorySegments();
    segments.add(kit.builder, manyDocuments(300));
    const index = kit.open(segments);
    const first = await index.search(aQuery("deploy w37q"));
    segments.blocksRead = 0;
    expect(await index.search(aQuery("deploy w37q"))).toEqual(first);
    expect(segments.blocksRead).toBe(0);
  });

  it("merges with little in memory: no call asks for more than a batch of blocks", async () => {
    const segments = new MemorySegments();
    segments.add(kit.builder, manyDocuments(2000));
    segments.add(kit.builder, manyDocuments(2000, "e"));
    let largest = 0;
    const counted = {
      segments: () => segments.segments(),
      readBlocks: (id: number, keys: Parameters<MemorySegments["readBlocks"]>[1]) => {
        largest = Math.max(largest, keys.length);
        return segments.readBlocks(id, keys);
      },
    };
    let drained = 0;
    for await (const _ of kit.builder.merge(counted, await segments.segments())) drained++;
    expect(drained).toBeGreaterThan(100);
    expect(largest).toBeLessThan(32);
  });

  it("drops what is dead when it merges, down to nothing", async () => {
    const segments = new MemorySegments();
    const documents = manyDocuments(20);
    const { id } = segments.add(kit.builder, documents);
    await segments.bury(kit.builder, documents);
    const [buried] = await segments.segments();
    if (buried === undefined) throw new Error("the segment is gone");
    expect(await kit.builder.countLive(segments, buried)).toEqual({
      documentCount: 0,
      passageCount: 0,
    });
    const merged = await segments.merge(kit.builder, [id]);
    expect(merged).toMatchObject({ documentCount: 0, passageCount: 0 });
    expect(segments.blockKeys(merged.id).some(({ kind }) => kind === "postings")).toBe(false);
    expect(await kit.open(segments).search(aQuery("deploy"))).toMatchObject({
      status: "ok",
      answer: { candidates: [], passageCount: 0, unmatchedWords: ["deploy"] },
    });
  });

  it("leaves liveness unchanged for documents the segment does not hold, or not any more", async () => {
    const segments = new MemorySegments();
    const [document, ...rest] = manyDocuments(3);
    if (document === undefined) throw new Error("no document");
    segments.add(kit.builder, [document, ...rest]);
    const [live] = await segments.segments();
    if (live === undefined) throw new Error("no segment");
    const stranger = { artifact: document.artifact, version: "b".repeat(64) };
    expect(await kit.builder.bury(segments, live, [stranger])).toBe("unchanged");
    await segments.bury(kit.builder, [document]);
    const [buried] = await segments.segments();
    if (buried === undefined) throw new Error("no segment");
    expect(await kit.builder.bury(segments, buried, [document])).toBe("unchanged");
  });

  it("sees the next generation at once, from the same open index", async () => {
    const segments = new MemorySegments();
    const index = kit.open(segments);
    const found = async (): Promise<readonly string[]> => {
      const outcome = await index.search(aQuery("deploy"));
      return outcome.status === "ok"
        ? outcome.answer.candidates.map(({ artifact }) => artifact)
        : [];
    };
    expect(await found()).toEqual([]);
    segments.add(kit.builder, [aDocument("a.md", ["deploy"]), aDocument("b.md", ["deploy"])]);
    expect(await found()).toHaveLength(2);
    await segments.bury(kit.builder, [aDocument("a.md", [])]);
    expect(await found()).toEqual(["artifact://files/b.md"]);
  });

  it("answers many questions at once as it answers each alone", async () => {
    const segments = new MemorySegments();
    segments.add(kit.builder, manyDocuments(200));
    segments.add(kit.builder, manyDocuments(100, "e"));
    const questions = ["deploy w37q", "common words", "用户", '"stand here"', "w138q nothing"];
    const alone = [];
    for (const question of questions) alone.push(await kit.open(segments).search(aQuery(question)));
    const index = kit.open(segments);
    expect(await Promise.all(questions.map((question) => index.search(aQuery(question))))).toEqual(
      alone,
    );
  });
});

function expectNumbered(blocks: readonly SegmentBlock[]): void {
  const numbers = new Map<string, number[]>();
  for (const { kind, number } of blocks) numbers.set(kind, [...(numbers.get(kind) ?? []), number]);
  for (const list of numbers.values()) {
    expect(list.toSorted((left, right) => left - right)).toEqual([...list.keys()]);
  }
}
