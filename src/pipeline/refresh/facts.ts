/** Names of the facts kept with a generation. */
export const FACTS = {
  /** Digest of the record files and renderer whose pages the generation holds, or `none`. */
  recordsDigest: "recordsDigest",
  /** JSON object: page path to sha256, as rendered. */
  pages: "pages",
} as const;
