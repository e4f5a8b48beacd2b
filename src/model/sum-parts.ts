import type { RenderedPart } from "./ledger-record.ts";

/** What the pieces of a rendering come to. Bytes add up exactly; tokens are each piece's own, as counted apart. */
export interface PartSum {
  readonly bytes: number;
  readonly tokens: number;
  /** Of the pieces that are the text of an exhibit; everything else is the machinery's (LED-08). */
  readonly exhibitTokens: number;
}

/** Adds up the pieces of a rendering. */
export function sumParts(parts: readonly RenderedPart[]): PartSum {
  let [bytes, tokens, exhibitTokens] = [0, 0, 0];
  for (const part of parts) {
    bytes += part.bytes;
    tokens += part.tokens;
    if (part.part === "exhibit") exhibitTokens += part.tokens;
  }
  return { bytes, tokens, exhibitTokens };
}
