import { describe, expect, it } from "vitest";
import { MAX_PASSAGE_BYTES } from "../../../src/analysis/text/passage-size.ts";
import { aTextReading, passageTexts } from "../../builders/text-reading.ts";

async function sizesOf(bytes: Uint8Array): Promise<readonly number[]> {
  const { passages } = await aTextReading({ bytes });
  return passages.map((passage) => passage.endByte - passage.startByte);
}

describe("the byte cap of a passage", () => {
  it("leaves a line that just fits whole, and cuts one that is a byte longer (BUD-14)", async () => {
    expect(await sizesOf(Buffer.from("x".repeat(4093)))).toEqual([4093]);
    expect((await sizesOf(Buffer.from("x".repeat(4094)))).length).toBeGreaterThan(1);
  });

  it("counts the byte order mark in the first passage (BUD-14)", async () => {
    const sizes = await sizesOf(Buffer.from(`\ufeff${"x".repeat(4096)}`));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_PASSAGE_BYTES);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(4099);
  });

  it("counts the bytes of the file in UTF-16, where ASCII takes two (BUD-14)", async () => {
    const sizes = await sizesOf(Buffer.from(`\ufeff${"x".repeat(3000)}`, "utf16le"));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_PASSAGE_BYTES);
  });

  it("parts a heading from the line below it rather than be exceeded (BUD-14)", async () => {
    const { passages } = await aTextReading({ text: `# Heading\n\n${"x".repeat(4090)}\n` });
    expect(passages.map((p) => [p.headingPath, p.endByte - p.startByte])).toEqual([
      [["Heading"], 11],
      [["Heading"], 4091],
    ]);
  });

  it("is never kept by a cut between CR and LF", async () => {
    for (const length of [6398, 6399, 6400]) {
      const texts = await passageTexts({
        text: `${"x".repeat(length)}\r\n${"next line\r\n".repeat(300)}`,
      });
      expect(texts.length).toBeGreaterThan(3);
      expect(texts.some((text) => text.endsWith("\r") || text.startsWith("\n"))).toBe(false);
    }
  });
});
