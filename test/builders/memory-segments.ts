import type { IndexDocument } from "../../src/model/index-document.ts";
import type {
  BlockOutcome,
  LiveSegment,
  SegmentBlock,
  SegmentBuilder,
  SegmentSource,
} from "../../src/ports/passage-index.ts";

/** Segments in memory, staged, buried and merged through the builder as a store would. */
export class MemorySegments implements SegmentSource {
  /** How many blocks were asked for since the test last set it to 0. */
  blocksRead = 0;
  readonly #blocks: Map<number, Map<string, Uint8Array | "damaged">> = new Map();
  #live: readonly LiveSegment[] = [];
  #next = 1;

  segments(): Promise<readonly LiveSegment[]> {
    return Promise.resolve(this.#live);
  }

  readBlocks(
    segmentId: number,
    keys: readonly { kind: string; number: number }[],
  ): Promise<readonly BlockOutcome[]> {
    this.blocksRead += keys.length;
    const blocks = this.#blocks.get(segmentId);
    return Promise.resolve(keys.map((key) => blocks?.get(keyOf(key)) ?? "missing"));
  }

  add(builder: SegmentBuilder, documents: readonly IndexDocument[]): LiveSegment {
    const { blocks, documentCount, passageCount } = builder.build(documents);
    return this.#publish(blocks, { documentCount, passageCount });
  }

  async bury(
    builder: SegmentBuilder,
    dead: readonly { artifact: IndexDocument["artifact"]; version: string }[],
  ): Promise<void> {
    const next: LiveSegment[] = [];
    for (const segment of this.#live) {
      const liveness = await builder.bury(this, segment, dead);
      next.push(liveness === "unchanged" ? segment : { ...segment, liveness });
    }
    this.#live = next;
  }

  async merge(builder: SegmentBuilder, ids: readonly number[]): Promise<LiveSegment> {
    const merged = this.#live.filter(({ id }) => ids.includes(id));
    const counts = { documentCount: 0, passageCount: 0 };
    for (const segment of merged) {
      const live = await builder.countLive(this, segment);
      counts.documentCount += live.documentCount;
      counts.passageCount += live.passageCount;
    }
    const blocks: SegmentBlock[] = [];
    for await (const block of builder.merge(this, merged)) blocks.push(block);
    this.#live = this.#live.filter(({ id }) => !ids.includes(id));
    return this.#publish(blocks, counts);
  }

  /** Replaces a block's bytes, or marks it damaged. */
  spoil(
    segmentId: number,
    key: { kind: string; number: number },
    bytes: Uint8Array | "damaged",
  ): void {
    this.#blocks.get(segmentId)?.set(keyOf(key), bytes);
  }

  /** Every block of a segment that is there. */
  blockKeys(segmentId: number): readonly { kind: string; number: number; bytes: Uint8Array }[] {
    return [...(this.#blocks.get(segmentId) ?? [])].flatMap(([key, bytes]) => {
      const [kind = "", number = ""] = key.split(" ");
      return bytes === "damaged" ? [] : [{ kind, number: Number(number), bytes }];
    });
  }

  #publish(
    blocks: readonly SegmentBlock[],
    counts: { documentCount: number; passageCount: number },
  ): LiveSegment {
    const id = this.#next++;
    this.#blocks.set(id, new Map(blocks.map((block) => [keyOf(block), block.bytes])));
    const segment: LiveSegment = { id, ...counts, liveness: "all" };
    this.#live = [...this.#live, segment];
    return segment;
  }
}

function keyOf({ kind, number }: { kind: string; number: number }): string {
  return `${kind} ${number}`;
}
