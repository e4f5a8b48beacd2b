/** Where a secret stands in a text, in UTF-16 code units, end exclusive, and what it is. */
export interface SecretSpan {
  /** Lowercase words with hyphens: `github-token`. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** What stands where a secret was. */
export const MARKER: RegExp = /\[redacted:[a-z0-9-]+\]/g;

/** Says what a secret is replaced by; no rule takes it for a secret again. */
export function formatMarker(kind: string): string {
  return `[redacted:${kind}]`;
}

/** The text without its markers: what is left of a value that was redacted in part. */
export function dropMarkers(text: string): string {
  return text.includes("[redacted:") ? text.replace(MARKER, "") : text;
}
