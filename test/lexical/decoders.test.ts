import { describe, expect, it } from "vitest";
import { EngineError } from "../../src/errors.ts";
import { ByteWriter } from "../../src/lexical/byte-writer.ts";
import { DamagedBlockError } from "../../src/lexical/damaged-block-error.ts";
import { ForwardWords } from "../../src/lexical/forward-words.ts";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import { encodeLiveness } from "../../src/lexical/liveness.ts";
import { decodePostings, writePosting } from "../../src/lexical/postings.ts";
import { aDocument } from "../builders/index-documents.ts";
import { MemorySegments } from "../builders/memory-segments.ts";

const ORIGIN = { segmentId: 1, kind: "forward", number: 0 };

describe("decodePostings", () => {
  const postings = new ByteWriter();
  for (const delta of [0, 3, 200, 100_000])
    writePosting(postings, delta, { count: delta % 7, impact: 9 });
  const bytes = postings.view().slice();
  const decode = (from: Uint8Array, count: number, passageCount: number): unknown =>
    decodePostings(from, count, { passageCount, origin: ORIGIN });

  it("returns what was written", () => {
    expect(decode(bytes, 4, 100_204)).toEqual({
      passages: Uint32Array.of(0, 3, 203, 100_203),
      impacts: Uint8Array.of(9, 9, 9, 9),
      counts: Uint8Array.of(0, 3, 4, 5),
      maxImpact: 9,
    });
  });

  it.each([
    ["too few bytes", bytes.subarray(0, -1), 4, 100_204],
    ["too many bytes", Uint8Array.of(...bytes, 1), 4, 100_204],
    ["a passage beyond the segment", bytes, 4, 100_203],
    ["a count beyond the bytes", bytes, 4_000_000_000, 100_204],
    ["a passage twice", Uint8Array.of(2, 9, 0, 9), 2, 100],
  ])("calls %s damage", (_, from, count, passageCount) => {
    expect(() => decode(from, count, passageCount)).toThrow(DamagedBlockError);
  });
});

describe("ForwardWords", () => {
  const words = new ForwardWords();

  it("returns the fields that were written", () => {
    words.decode(Uint8Array.of(1, 0, 2, 5, 0x80, 0x01, 7, 8, 9), 200, ORIGIN);
    expect([...words.ids.subarray(0, words.count)]).toEqual([5, 128, 7, 8, 9]);
    expect([...words.fieldEnds]).toEqual([1, 1, 2, 5]);
  });

  it.each([
    ["a form beyond the table", Uint8Array.of(1, 0, 0, 50, 7), 50],
    ["a field beyond the record", Uint8Array.of(1, 0, 9, 5, 7), 50],
  ])("calls %s damage", (_, bytes, formEnd) => {
    expect(() => words.decode(bytes, formEnd, ORIGIN)).toThrow(DamagedBlockError);
  });
});

describe("a merge under liveness that contradicts the words", () => {
  it("is refused, not carried on", async () => {
    const { builder } = createIndexKit();
    const segments = new MemorySegments();
    const live = segments.add(builder, [
      aDocument("a.md", ["deploy store"]),
      aDocument("b.md", ["index"]),
    ]);
    const liveness = encodeLiveness({
      deadDocuments: Uint32Array.of(1),
      deadPassages: 1,
      deadTokens: 1,
      terms: Uint32Array.of(0),
      termCounts: Uint32Array.of(1),
    });
    const merge = async (): Promise<void> => {
      for await (const _ of builder.merge(segments, [{ ...live, liveness }]));
    };
    await expect(merge()).rejects.toThrow(EngineError);
  });
});
