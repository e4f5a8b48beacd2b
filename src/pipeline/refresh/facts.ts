/** Names of the facts kept with a generation. */
export const FACTS = {
  /** Digest of the record files and renderer whose pages the generation holds, or `none`. */
  recordsDigest: "recordsDigest",
  /** Stands before a page path; the fact is its sha256, as rendered. */
  pagePrefix: "page ",
} as const;
