import { readRawText, type TextReading } from "../../src/analysis/text/read-raw-text.ts";
import { aRawText, type RawTextParts } from "./raw-text.ts";

export type GoodReading = Extract<TextReading, { status: "ok" }>;

/** Reads a text that is expected to be readable. */
export async function aTextReading(parts: RawTextParts): Promise<GoodReading> {
  const reading = await readRawText(aRawText(parts));
  if (reading.status === "gap") throw new Error(`unexpected gap: ${JSON.stringify(reading.gap)}`);
  return reading;
}

/** The exact bytes of every passage as text, in order. */
export async function passageTexts(parts: RawTextParts): Promise<readonly string[]> {
  const { bytes } = aRawText(parts);
  const { passages } = await aTextReading(parts);
  return passages.map((p) => Buffer.from(bytes.subarray(p.startByte, p.endByte)).toString());
}

/** The heading path of every passage, joined, in order. */
export async function headingPaths(parts: RawTextParts): Promise<readonly string[]> {
  const { passages } = await aTextReading(parts);
  return passages.map((passage) => passage.headingPath.join(" > "));
}
