import { brotliCompressSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createByteWriter } from "../../../src/stores/sqlite/byte-writer.ts";
import { packPassages, unpackPassages } from "../../../src/stores/sqlite/passage-pack.ts";
import { seal, unseal } from "../../../src/stores/sqlite/seal.ts";
import { FRAME_BYTES, openFrame, packFrames } from "../../../src/stores/sqlite/text-frame.ts";
import { aWholePassage, bytesOf } from "../../contracts/content-examples.ts";

const TEXT = bytesOf("# Alpha\n\nThe ledger belongs to the keeper.\n".repeat(9));

it("notices any single changed byte of a frame", () => {
  const [frame = new Uint8Array(0)] = packFrames(TEXT);
  expect(openFrame(frame, TEXT.length)).toEqual(Buffer.from(TEXT));
  for (let at = 0; at < frame.length; at++) {
    const spoiled = frame.slice();
    spoiled[at] = (spoiled[at] ?? 0) ^ 0x10;
    expect(openFrame(spoiled, TEXT.length)).toBe("damaged");
  }
});

it("calls a frame damaged that is whole but not of the length it should have", () => {
  const [frame = new Uint8Array(0)] = packFrames(TEXT);
  expect(openFrame(frame, TEXT.length - 1)).toBe("damaged");
  expect(openFrame(frame, TEXT.length + 1)).toBe("damaged");
});

it("refuses a sealed frame that would unfold into more than any frame holds", () => {
  const bomb = brotliCompressSync(new Uint8Array(FRAME_BYTES * 1000));
  expect(openFrame(seal(Uint8Array.of(1), bomb), FRAME_BYTES)).toBe("damaged");
  expect(openFrame(seal(Uint8Array.of(1), bomb.subarray(0, 9)), FRAME_BYTES)).toBe("damaged");
});

it("keeps a text that does not compress as it is", () => {
  const noise = Uint8Array.from({ length: 500 }, (_, index) => (index * 167 * index) % 251);
  const [frame = new Uint8Array(0)] = packFrames(noise);
  expect(frame.length).toBeLessThanOrEqual(noise.length + 5);
  expect(openFrame(frame, noise.length)).toEqual(Buffer.from(noise));
});

it("opens any sealed bytes as passages or as damaged, without reading outside them", () => {
  const whole = unseal(packPassages([aWholePassage(TEXT, ["Alpha", "Beta"])]));
  if (whole === "damaged") throw new Error("it was sealed a moment ago");
  const mutated = fc
    .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    .map((changes) => {
      const bytes = whole.slice();
      for (const [at, byte] of changes) bytes[at] = byte;
      return bytes;
    });
  const anything = fc.oneof(fc.uint8Array({ maxLength: 200 }), mutated);
  fc.assert(
    fc.property(anything, fc.nat(250), (bytes, cut) => {
      const outcome = unpackPassages(seal(bytes.subarray(0, cut)));
      expect(outcome === "damaged" || Array.isArray(outcome)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it("calls heading paths that go round in circles damaged", () => {
  const writer = createByteWriter(0);
  // Format, one heading "A", one path that is its own parent, one passage under that path.
  for (const number of [1, 1, 0, 1, 65, 1, 1, 0, 1, 0, 1, 0, 5, 2, 0]) writer.unsigned(number);
  writer.bytes(new Uint8Array(32));
  expect(unpackPassages(seal(writer.finish()))).toBe("damaged");
});

it("refuses passages out of order, which could not be told apart afterwards", () => {
  expect(() => packPassages([{ ...aWholePassage(TEXT), position: 1 }])).toThrow(RangeError);
});

it("takes about 40 bytes a passage beside its headings", () => {
  const passages = Array.from({ length: 1000 }, (_, position) => ({
    ...aWholePassage(TEXT, ["One heading"]),
    position,
    startByte: position * 1500,
    endByte: position * 1500 + 1500,
    startLine: position * 30 + 1,
    endLine: position * 30 + 30,
  }));
  expect(packPassages(passages).length).toBeLessThan(42_000);
});
