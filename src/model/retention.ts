/** How long a store's entries are meant to be kept. Nothing removes any by itself: `forget` selects by it when asked to. */
export interface RetentionRule {
  readonly maxAgeDays: number | "unlimited";
  /** Of the texts, before packing; the oldest are over it. */
  readonly maxBytes: number | "unlimited";
}

/** The rule where none is configured. */
export const NO_RETENTION: RetentionRule = { maxAgeDays: "unlimited", maxBytes: "unlimited" };
