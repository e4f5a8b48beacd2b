import type { Passage } from "../../model/passage.ts";
import type { TextCodec } from "../../ports/content-store.ts";

/** Packs texts the way `openMemoryContentStore` keeps them: as they are. */
export const MEMORY_TEXT_CODEC: TextCodec = {
  pack: ({ version, kind, bytes, passages }) => ({
    version,
    kind,
    byteLength: bytes.length,
    frames: [bytes.slice()],
    passages: new TextEncoder().encode(JSON.stringify(passages)),
  }),
};

/** Returns the passages of a text packed by `MEMORY_TEXT_CODEC`. */
export function unpackPassages(bytes: Uint8Array): readonly Passage[] {
  return JSON.parse(new TextDecoder().decode(bytes)) as Passage[];
}
