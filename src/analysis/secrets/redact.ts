import type { Redaction } from "../../model/entry.ts";

/** What is taken out whole, by kind. Each begins with something that no ordinary word has. */
const WHOLE: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    "private-key",
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  ],
  ["jwt", /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g],
  ["aws-key", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ["github-token", /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})/g],
  ["slack-token", /\bxox[abeprs]-[\w-]{10,}/g],
  ["api-key", /\b(?:sk|rk|pk)[-_](?:[a-z]+[-_])*[A-Za-z0-9]{16,}\b/g],
];

/** The password in `scheme://user:password@host`. */
const IN_URL = /(\b[a-z][a-z\d+.-]*:\/\/[^\s:/@]*:)([^\s/@[]+)(?=@)/gi;

/** The value behind a name that says it is secret: `password = …`, `"api_key": "…"`. */
const ASSIGNED =
  /(\b(?:[\w-]*[_-])?(?:password|passwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token)["']?\s*[:=]\s*["']?)([^\s"',;[]{6,})/gi;

/**
 * Takes secrets out of a text and counts them by kind. Each leaves `[redacted:<kind>]` in its place; a redacted text stays as it
 * is. Commit hashes and ids have no such form and stay.
 */
export function redactSecrets(text: string): {
  readonly text: string;
  readonly redactions: readonly Redaction[];
} {
  const counts = new Map<string, number>();
  const take = (kind: string): string => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return `[redacted:${kind}]`;
  };
  let clean = text;
  for (const [kind, pattern] of WHOLE) clean = clean.replace(pattern, () => take(kind));
  clean = clean.replace(IN_URL, (_, before: string) => before + take("url-password"));
  clean = clean.replace(ASSIGNED, (_, before: string) => before + take("password"));
  const redactions = [...counts].map(([kind, count]) => ({ kind, count }));
  return { text: clean, redactions: redactions.sort((a, b) => (a.kind < b.kind ? -1 : 1)) };
}
