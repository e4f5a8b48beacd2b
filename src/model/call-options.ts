/** `auto` serves last-good when it cannot refresh; `strict` refuses instead; `off` writes nothing. */
export type RefreshMode = "auto" | "off" | "strict";

/** What every call takes. */
export interface CallOptions {
  /** UTF-8 bytes of the whole serialized response. Default 12,000. */
  readonly capBytes?: number;
  /** Default `auto`. */
  readonly refresh?: RefreshMode;
  /** Days after which a declared observation counts as stale. Default 7, or the configuration's. */
  readonly maxAgeDays?: number;
}
