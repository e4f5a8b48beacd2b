import { citationMalformed } from "../errors.ts";
import { parseReference } from "../pipeline/cite/parse-reference.ts";
import type { Need } from "../pipeline/ledger/need.ts";
import type { CallParts } from "./session.ts";

/**
 * Reads what a task needed: a path or `artifact://…`, with lines (`#L3-L9`, `:3-9`) or a heading (`#Approval`) behind it where only
 * a part is meant. A file whose own name holds `#` is reached as `artifact://…`. Refuses with `citation_malformed`.
 */
export function parseNeed(parts: Pick<CallParts, "toArtifact">, text: unknown): Need {
  if (typeof text !== "string" || text.trim() === "") throw citationMalformed(String(text));
  const { artifact, heading } = splitHeading(text);
  const reference = parseReference(artifact, parts.toArtifact);
  if (reference === "malformed") throw citationMalformed(text);
  const { artifact: ref, lines } = reference;
  if (heading !== "none") return { artifact: ref, part: { heading } };
  return { artifact: ref, part: lines === "all" ? "any" : lines };
}

const LINES = /^L\d+(?:-L?\d+)?(?: ?@[0-9a-f]{8,64})?$/;

function splitHeading(text: string): {
  readonly artifact: string;
  readonly heading: string | "none";
} {
  const at = text.indexOf("#");
  const behind = at < 0 ? "" : text.slice(at + 1);
  if (behind === "" || LINES.test(behind)) return { artifact: text, heading: "none" };
  return { artifact: text.slice(0, at), heading: behind };
}
