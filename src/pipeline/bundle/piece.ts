import type { RenderedPart } from "../../model/ledger-record.ts";

/** A piece of a rendering and what it is for. The pieces in their order are the rendering, to the byte (LED-08). */
export interface Piece {
  readonly part: RenderedPart["part"];
  /** E1, D2; `"none"` for a frame. */
  readonly label: string | "none";
  readonly text: string;
}

/** A piece that is no exhibit's and no candidate's. */
export function frame(text: string): Piece {
  return { part: "frame", label: "none", text };
}

/** Returns the whole rendering. */
export function joinPieces(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join("");
}
