/**
 * One form of token that its issuer made recognizable. `pattern` is sticky and is tried `before` units ahead of each place where
 * `anchor` stands. Every pattern either fails within a bounded number of units or is consumed, so a text takes linear time.
 */
export interface TokenRule {
  readonly kind: string;
  /** A short literal that is rare in prose: the text is searched for it before any pattern is tried. */
  readonly anchor: string;
  readonly before: number;
  readonly pattern: RegExp;
  /** The unit before a one-unit anchor; unset where the anchor is rare enough. */
  readonly previous?: string;
  /** A hyphen or underscore before it makes it part of something longer. */
  readonly isStrict?: boolean;
}

/** Lengths and prefixes as the issuers and the public rule sets of secret scanners (gitleaks, trufflehog) give them. */
export const TOKEN_RULES: readonly TokenRule[] = [
  ...["p", "o", "u", "s", "r"].map((letter) => ({
    kind: "github-token",
    anchor: "_",
    previous: letter,
    before: 3,
    pattern: new RegExp(`gh${letter}_[A-Za-z0-9]{36,}`, "y"),
  })),
  { kind: "github-token", anchor: "_pat_", before: 6, pattern: /github_pat_\w{22,}/y },
  { kind: "docker-token", anchor: "_pat_", before: 4, pattern: /dckr_pat_[\w-]{27,}/y },
  { kind: "npm-token", anchor: "_", previous: "m", before: 3, pattern: /npm_[A-Za-z0-9]{36,}/y },
  {
    kind: "huggingface-token",
    anchor: "_",
    previous: "f",
    before: 2,
    pattern: /hf_[A-Za-z0-9]{30,}/y,
  },
  {
    kind: "stripe-key",
    anchor: "_",
    previous: "k",
    before: 2,
    pattern: /[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}/y,
  },
  {
    kind: "stripe-key",
    anchor: "_",
    previous: "c",
    before: 5,
    pattern: /whsec_[A-Za-z0-9+/]{24,}={0,2}/y,
  },
  { kind: "anthropic-key", anchor: "-ant-", before: 2, pattern: /sk-ant-[\w-]{20,}/y },
  {
    kind: "openai-key",
    anchor: "-",
    previous: "k",
    before: 2,
    pattern: /sk-(?:(?:proj|svcacct|admin|None|service)-[\w-]{20,}|[A-Za-z0-9]{32,})/y,
  },
  {
    kind: "api-key",
    anchor: "-",
    previous: "k",
    before: 2,
    // An unbroken stretch and two digits near the start: CSS classes and branch names have no such thing.
    pattern:
      /[sr]k-(?=[\w-]{0,40}[A-Za-z0-9]{16})(?=[A-Za-z_-]{0,80}\d[A-Za-z_-]{0,80}\d)[\w-]{16,}/y,
  },
  {
    kind: "gitlab-token",
    anchor: "-",
    previous: "t",
    before: 5,
    pattern: /gl(?:pat|pft|ptt|cbt|imt)-[\w-]{20,}(?:\.[\w-]{2,64}){0,2}/y,
  },
  {
    kind: "gitlab-token",
    anchor: "-",
    previous: "t",
    before: 4,
    pattern: /gl(?:dt|rt|ft)-[\w-]{20,}(?:\.[\w-]{2,64}){0,2}/y,
  },
  {
    kind: "slack-token",
    anchor: "xox",
    before: 0,
    pattern: /xox[abceoprs](?:-|\.xox[bp]-)[\w-]{10,}/y,
  },
  {
    kind: "slack-token",
    anchor: "-",
    previous: "p",
    before: 4,
    pattern: /xapp-\d-[A-Za-z0-9]{5,64}-\d{5,24}-[A-Za-z0-9]{16,}/y,
  },
  {
    kind: "slack-webhook",
    anchor: "hooks.slack.com/",
    before: 0,
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{20,}/y,
  },
  { kind: "pypi-token", anchor: "-AgE", before: 4, pattern: /pypi-AgE[\w-]{40,}/y },
  { kind: "google-key", anchor: "Iza", before: 1, pattern: /AIza[\w-]{35}/y },
  { kind: "google-key", anchor: "GOCSPX-", before: 0, pattern: /GOCSPX-[\w-]{28}/y },
  { kind: "google-key", anchor: "ya29.", before: 0, pattern: /ya29\.[\w-]{20,}/y },
  { kind: "azure-secret", anchor: "Q~", before: 4, pattern: /[\w.~]{3}\dQ~[\w.~-]{31,34}/y },
  {
    kind: "sendgrid-key",
    anchor: "SG.",
    before: 0,
    pattern: /SG\.[\w-]{16,32}\.[\w-]{32,64}/y,
  },
  { kind: "twilio-key", anchor: "SK", before: 0, pattern: /SK[0-9a-f]{32}(?![0-9A-Za-z])/y },
  ...[8, 9, 10].map((digits) => ({
    kind: "telegram-token",
    anchor: ":AA",
    before: digits,
    pattern: new RegExp(`\\d{${digits}}:AA[\\w-]{32,33}(?![\\w-])`, "y"),
  })),
  ...["AKIA", "ASIA", "ABIA", "ACCA"].map((prefix) => ({
    kind: "aws-key",
    anchor: prefix.slice(1),
    before: 1,
    pattern: new RegExp(`${prefix}[A-Z0-9]{16}(?![A-Za-z0-9])`, "y"),
  })),
  {
    kind: "jwt",
    anchor: "J",
    previous: "y",
    before: 2,
    isStrict: true,
    pattern: /eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?/y,
  },
];
