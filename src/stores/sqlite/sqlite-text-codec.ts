import type { TextCodec } from "../../ports/content-store.ts";
import { packPassages } from "./passage-pack.ts";
import { packFrames } from "./text-frame.ts";

/** Packs texts the way `openSqliteContentStore` keeps them; needs no database, so workers may use it. */
export const SQLITE_TEXT_CODEC: TextCodec = {
  pack: ({ version, kind, bytes, passages }) => ({
    version,
    kind,
    byteLength: bytes.length,
    frames: packFrames(bytes),
    passages: packPassages(passages),
  }),
};
