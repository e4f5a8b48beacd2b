const MIXED = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fL".repeat(5);

/** A made-up secret of each kind inside a text. Put together at run time, so that no scanner takes this file for a leak. */
export interface SecretSample {
  readonly kind: string;
  readonly text: string;
  /** What must be gone. */
  readonly secret: string;
}

/** Returns one sample of each form, in no order that matters. */
export function secretSamples(): readonly SecretSample[] {
  const take = (count: number): string => MIXED.slice(0, count);
  const bare = (kind: string, ...parts: readonly string[]): SecretSample => {
    const secret = parts.join("");
    return { kind, text: `before ${secret} behind`, secret };
  };
  const within = (kind: string, before: string, secret: string, behind = ""): SecretSample => ({
    kind,
    text: before + secret + behind,
    secret,
  });
  const pem = (end: string, lineBreak: string): string =>
    [
      "-----BEGIN",
      " PRIVATE KEY-----",
      lineBreak,
      take(64),
      lineBreak,
      take(64),
      lineBreak,
      end,
    ].join("");
  return [
    bare("aws-key", "AK", "IA", "QWERTY2345UIOPAS"),
    within("aws-secret-key", "aws_secret_access_key = ", take(40)),
    bare("github-token", "gh", "p_", take(36)),
    bare("github-token", "github", "_pat_", take(82)),
    bare("gitlab-token", "gl", "pat-", take(20)),
    bare("slack-token", "xo", "xb-", "123456789012-", take(24)),
    bare("npm-token", "np", "m_", take(36)),
    bare("pypi-token", "py", "pi-AgEIcHlwaS5vcmc", take(80)),
    bare("stripe-key", "sk", "_live_", take(24)),
    bare("openai-key", "s", "k-proj-", take(60)),
    bare("anthropic-key", "s", "k-ant-api03-", take(93), "AA"),
    bare("google-key", "AI", "za", take(35)),
    bare("huggingface-token", "h", "f_", take(34)),
    bare("sendgrid-key", "S", "G.", take(22), ".", take(43)),
    bare("twilio-key", "S", "K", "0123456789abcdef".repeat(2)),
    bare("telegram-token", "1234567890", ":AA", take(33)),
    bare("discord-token", "M", take(23), ".", take(6), ".", take(38)),
    bare("azure-secret", "abc8", "Q~", take(34)),
    bare("jwt", "ey", "J", take(30), ".ey", "J", take(30), ".", take(43)),
    bare("private-key", pem("-----END PRIVATE KEY-----", "\n")),
    bare("private-key", pem("-----END PRIVATE KEY-----", "\\n")),
    within("private-key", "", pem(take(20), "\n"), "\n\nIt was cut off."),
    within("url-password", "postgres://ada:", "hunter22", "@db.example.com/x"),
    within("authorization", "Authorization: Bearer ", take(30)),
    within("password", "DB_PASSWORD=", "correcthorse"),
    within("password", '{\\"password\\": \\"', "hunter2x", '\\"}'),
    within("password", "password: ", "hunter2!x"),
    within("password", "mysql --password ", "hunter2x", " shop"),
    within("secret", "const apiKey = '", "abcd1234efgh5678", "';"),
    within("token", 'export API_TOKEN="', "abc123def456", '"'),
  ];
}
