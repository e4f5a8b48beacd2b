import { decodeText } from "../analysis/decode-text.ts";
import { findLineStarts, rangeOfLines } from "../analysis/line-table.ts";
import { EngineError } from "../errors.ts";
import type { TextEncoding } from "../model/artifact.ts";
import type { Citation } from "../model/citation.ts";
import { sha256 } from "../pipeline/cite/excerpt.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import type { Gathered, LoadedText } from "./gathered.ts";
import { readReference, textsOf } from "./resolve-reference.ts";
import type { CallParts } from "./session.ts";

/**
 * Returns what reads deferred texts: the lines that an offer cites, out of the very version it cites, hashed again. A text that
 * is gone, damaged or no longer the cited one is `"none"`, never another text.
 */
export function createTextLoader(parts: CallParts, counter: TokenCounter): Gathered["loadText"] {
  return async (candidate, offer) => {
    const { artifact, version } = candidate;
    const { citation } = offer;
    const { source } = readReference(parts, artifact);
    try {
      const session = await parts.openSession("off");
      const texts = await textsOf(parts, session, source);
      const known = (await texts.findVersions(version)).find(({ ref }) => ref === artifact);
      const bytes = known === undefined ? "missing" : await texts.readText(version);
      if (typeof bytes === "string" || known === undefined) return "none";
      const { encoding } = known;
      const cited = cutCited(bytes, encoding, citation);
      if (sha256(cited).slice(0, 16) !== citation.excerptSha256) return "none";
      return measure(decodeText(cited, encoding), counter);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return "none";
    }
  };
}

function cutCited(bytes: Uint8Array, encoding: TextEncoding, citation: Citation): Uint8Array {
  if (citation.bytes !== undefined) {
    return bytes.subarray(citation.bytes.start, citation.bytes.end);
  }
  const lines = { bytes, encoding, starts: findLineStarts(bytes, encoding) };
  const { startByte, endByte } = rangeOfLines(lines, citation.startLine, citation.endLine);
  return bytes.subarray(startByte, endByte);
}

function measure(text: string, counter: TokenCounter): LoadedText {
  return { text, tokens: counter.count(text), bytes: new TextEncoder().encode(text).length };
}
