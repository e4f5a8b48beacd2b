import type { BundleForm } from "../../model/bundle-options.ts";
import type { BundleResponse, MachineryCost } from "../../model/bundle-response.ts";
import type { RenderedPart } from "../../model/ledger-record.ts";
import type { TokenCounter } from "../../ports/token-counter.ts";
import { frame, joinPieces, type Piece } from "./piece.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { renderXml } from "./render-xml.ts";

/** How a bundle becomes text: the one serializer of responses, and what counts tokens. */
export interface Writing {
  readonly form: BundleForm;
  readonly serialize: (response: object) => string;
  readonly counter: TokenCounter;
}

/** Returns the text that a reader is given. */
export function renderBundle(
  bundle: BundleResponse,
  { form, serialize }: Omit<Writing, "counter">,
): string {
  if (form === "json") return serialize(bundle);
  return joinPieces(form === "markdown" ? renderMarkdown(bundle) : renderXml(bundle));
}

/**
 * Returns what each part of a rendering takes. The frame is what is left, so that the parts are all of it (LED-08): of bytes
 * exactly, and of tokens because what a border merges or splits is the frame's.
 */
export function measureParts(bundle: BundleResponse, writing: Writing): readonly RenderedPart[] {
  const { counter } = writing;
  const rendering = renderBundle(bundle, writing);
  const texts = new Map(bundle.exhibits.map(({ label, tokens }) => [label, tokens]));
  const parts = piecesOf(bundle, writing)
    .filter(({ part, text }) => part !== "frame" && text !== "")
    .map(({ part, label, text }): RenderedPart => {
      const known = part === "exhibit" ? texts.get(label) : undefined;
      return { part, label, bytes: Buffer.byteLength(text), tokens: known ?? counter.count(text) };
    });
  const sum = (of: "bytes" | "tokens"): number =>
    parts.reduce((total, part) => total + part[of], 0);
  const rest: RenderedPart = {
    part: "frame",
    label: "none",
    bytes: Buffer.byteLength(rendering) - sum("bytes"),
    tokens: counter.count(rendering) - sum("tokens"),
  };
  return [...parts, rest];
}

function piecesOf(bundle: BundleResponse, { form }: Writing): readonly Piece[] {
  if (form === "markdown") return renderMarkdown(bundle);
  return form === "xml" ? renderXml(bundle) : piecesOfJson(bundle);
}

/** The values in the serialized response that are no frame; they do not overlap. */
function piecesOfJson({ exhibits, deferred, decisions }: BundleResponse): readonly Piece[] {
  return [
    ...exhibits.map(
      ({ label, text }): Piece => ({ part: "exhibit", label, text: JSON.stringify(text) }),
    ),
    ...deferred.flatMap((item): readonly Piece[] => {
      const { anchor, reason, ...identity } = item;
      const { label } = item;
      return [
        { part: "identity", label, text: JSON.stringify(identity) },
        { part: "anchor", label, text: anchor === undefined ? "" : JSON.stringify(anchor) },
        { part: "reason", label, text: JSON.stringify(reason) },
      ];
    }),
    { part: "reason", label: "none", text: JSON.stringify(decisions) },
    frame(""),
  ];
}

/** Returns what a bundle costs its reader beside the texts of its exhibits. */
export function machineryOf(parts: readonly RenderedPart[], expansionCalls: number): MachineryCost {
  const sum = (kind: RenderedPart["part"]): number =>
    parts.filter(({ part }) => part === kind).reduce((total, { tokens }) => total + tokens, 0);
  return {
    identities: sum("identity"),
    anchors: sum("anchor"),
    reasons: sum("reason"),
    frame: sum("frame"),
    ranking: 0,
    expansionCalls,
  };
}
