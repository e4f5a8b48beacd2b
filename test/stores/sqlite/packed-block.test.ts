import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packBlock, unpackBlock } from "../../../src/stores/sqlite/packed-block.ts";

describe("a packed row", () => {
  it("comes back byte for byte, whether packing paid or not", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.nat(70_000).map((length) => new Uint8Array(length).fill(7)),
      fc.nat(70_000).map((length) => new Uint8Array(randomBytes(length))),
    );
    fc.assert(
      fc.property(bytes, (raw) => {
        expect(Buffer.from(unpackBlock(packBlock(raw)))).toEqual(Buffer.from(raw));
      }),
      { numRuns: 40 },
    );
  });

  it("is smaller where packing pays, and stays as it is where it does not", () => {
    expect(packBlock(new Uint8Array(60_000)).bytes.length).toBeLessThan(1_000);
    expect(packBlock(new Uint8Array(8_192)).rawBytes).toBe(0);
    expect(packBlock(new Uint8Array(randomBytes(60_000))).rawBytes).toBe(0);
  });

  it("is damaged when a stored byte, its length or its checksum changed", () => {
    const packed = packBlock(new Uint8Array(60_000).fill(3));
    const flipped = Uint8Array.from(packed.bytes);
    flipped[1] = (flipped[1] ?? 0) ^ 1;
    for (const part of [{ bytes: flipped }, { rawBytes: 59_999 }, { rawBytes: -1 }, { crc32: 1 }]) {
      expect(unpackBlock({ ...packed, ...part })).toBe("damaged");
    }
  });
});
