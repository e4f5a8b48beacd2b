import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteBoundedCache } from "../../src/lexical/block-cache.ts";
import { compareUtf8, equalBytes } from "../../src/lexical/compare-bytes.ts";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import { decodeLiveness } from "../../src/lexical/liveness.ts";
import { openSegment } from "../../src/lexical/open-segment.ts";
import { rankByCount } from "../../src/lexical/rank-by-count.ts";
import { SegmentFiles } from "../../src/lexical/segment-files.ts";
import type { TermReading } from "../../src/lexical/term-cursor.ts";
import { TermWalk } from "../../src/lexical/term-walk.ts";
import type { LiveSegment } from "../../src/ports/passage-index.ts";
import { aDocument } from "../builders/index-documents.ts";
import { MemorySegments } from "../builders/memory-segments.ts";

const { builder } = createIndexKit();

const spanOf = (text: string) => {
  const bytes = new TextEncoder().encode(`..${text}.`);
  return { bytes, start: 2, end: bytes.length - 1 };
};

describe("terms as bytes", () => {
  const text = fc.string({
    unit: fc.constantFrom(..."ab", "é", "用", "\ud7ff", "\ue000", "\uffff", "𐀀", "😀"),
    maxLength: 4,
  });

  it("are ordered as the strings are, also beyond the surrogates", () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const order = left < right ? -1 : left > right ? 1 : 0;
        expect(Math.sign(compareUtf8(spanOf(left), spanOf(right)))).toBe(order);
        expect(equalBytes(spanOf(left), spanOf(right))).toBe(order === 0);
      }),
    );
  });
});

describe("ranking by count", () => {
  it("puts the largest first and equal ones in order, small and large alike", () => {
    const count = fc.oneof(fc.nat({ max: 3 }), fc.integer({ min: 4090, max: 4100 }), fc.nat());
    fc.assert(
      fc.property(fc.array(count), (counts) => {
        const expected = [...counts.keys()].sort(
          (left, right) => (counts[right] ?? 0) - (counts[left] ?? 0) || left - right,
        );
        expect([...rankByCount(Uint32Array.from(counts))]).toEqual(expected);
      }),
    );
  });
});

/** Every term that lives, with its forms and, when they are read, how many bytes of postings each segment has of it. */
async function walk(
  source: MemorySegments,
  segments: readonly LiveSegment[],
  reading: TermReading,
): Promise<{ readonly terms: readonly string[]; readonly postings: readonly string[] }> {
  const inputs = [];
  for (const live of segments) {
    const cache = new ByteBoundedCache<Uint8Array>(100_000, (bytes) => bytes.byteLength);
    const files = new SegmentFiles(live.id, 0, { source, cache });
    const segment = await openSegment(live, files);
    inputs.push({ segment, liveness: decodeLiveness(live), passageMap: new Uint32Array(0) });
  }
  const terms: string[] = [];
  const postings: string[] = [];
  const walked = new TermWalk(inputs, reading);
  for (let step = walked.next(); step !== "end"; step = walked.next()) {
    if (step === "load") await walked.load();
    else {
      const [first] = walked.holders;
      if (first === undefined) throw new Error("a term that nobody holds");
      const { bytes, end, start } = first.cursor;
      terms.push(new TextDecoder().decode(bytes.subarray(start, end)));
      for (const { cursor } of walked.holders) {
        const { postingEnd, postingStart } = cursor;
        postings.push(cursor.postings.subarray(postingStart, postingEnd).join(" "));
      }
    }
  }
  return { terms, postings };
}

describe("walking several dictionaries", () => {
  const WORDS = ["ab", "ａｂ", "é", "用户", "𐀀𐀀", "𝒳y", "deploy", "deploys", "zz"];
  const documents = Array.from({ length: 60 }, (_, index) =>
    aDocument(`${index}.md`, [
      WORDS.map((word, at) => `${word}${(index * (at + 3)) % 7}`).join(" "),
    ]),
  );

  async function divided(): Promise<MemorySegments> {
    const segments = new MemorySegments();
    for (let part = 0; part < 3; part++) {
      segments.add(
        builder,
        documents.filter((_, index) => index % 3 === part),
      );
    }
    return segments;
  }

  it("meets each living term once, in the order of one dictionary over all", async () => {
    const whole = new MemorySegments();
    whole.add(builder, documents.slice(20));
    const parts = await divided();
    await parts.bury(builder, documents.slice(0, 20));
    const reading = { withPostings: false };
    const { terms } = await walk(parts, await parts.segments(), reading);
    expect(terms).toEqual((await walk(whole, await whole.segments(), reading)).terms);
    expect(terms).toEqual(terms.toSorted());
    expect(new Set(terms).size).toBe(terms.length);
  });

  it("reads the same postings together and term by term", async () => {
    const parts = await divided();
    const segments = await parts.segments();
    const together = await walk(parts, segments, { withPostings: true });
    const apart = await walk(parts, segments, { withPostings: true, maxTogetherBytes: 0 });
    expect(together.postings.filter((bytes) => bytes === "")).toEqual([]);
    expect(apart).toEqual(together);
  });
});

describe("a merged segment", () => {
  it("holds the very dictionary and postings of a segment built of the same documents", async () => {
    const word = fc.constantFrom(..."deploy deployed index 用户 a getUser node:fs the".split(" "));
    const text = fc.array(word, { maxLength: 300 }).map((words) => words.join(" "));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text, part: fc.nat({ max: 3 }), dies: fc.boolean() }), {
          minLength: 1,
          maxLength: 12,
        }),
        async (records) => {
          const all = records.map(({ text: body }, index) =>
            aDocument(`${index}.md`, [body, "end"]),
          );
          const parts = new MemorySegments();
          for (let part = 0; part < 4; part++) {
            const own = all.filter((_, index) => records[index]?.part === part);
            if (own.length > 0) parts.add(builder, own);
          }
          const dead = all.filter((_, index) => records[index]?.dies === true);
          await parts.bury(builder, dead);
          const ids = (await parts.segments()).map(({ id }) => id);
          const merged = await parts.merge(builder, ids);
          const whole = new MemorySegments();
          whole.add(
            builder,
            all.filter((document) => !dead.includes(document)),
          );
          const reading = { withPostings: true };
          expect(await walk(parts, [merged], reading)).toEqual(
            await walk(whole, await whole.segments(), reading),
          );
        },
      ),
      { numRuns: 100 },
    );
  });
});
