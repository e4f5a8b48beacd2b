import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSecrets } from "../../../src/analysis/secrets/find-secrets.ts";
import { redactSecrets } from "../../../src/analysis/secrets/redact.ts";
import { secretSamples } from "../../builders/secret-samples.ts";

const LEFT_ALONE = [
  "password: string",
  "const token = getToken();",
  `password: $${"{DB_PASSWORD}"}`,
  "API_KEY=<your-token>",
  "token: 4b7c0011-11aa-4bcd-9e0f-1234567890ab",
  `commit ${"82".repeat(20)}`,
  `sha256:${"0a".repeat(32)}`,
  "toolu_01AbCdEfGhIjKlMnOpQrStUv",
  '"key": "abc123def456"',
  "const token = tokens[i];",
  "secret: process.env.SECRET1",
  "input_tokens: 12345",
  `data:image/png;base64,iVBORw0KGgo${"AbC1".repeat(40)}`,
];

describe("redactSecrets", () => {
  it.each(secretSamples())(
    "takes out a $kind and leaves what stands around it: $text",
    (sample) => {
      const { text, redactions } = redactSecrets(sample.text);
      expect(text).toBe(sample.text.replace(sample.secret, `[redacted:${sample.kind}]`));
      expect(redactions).toEqual([{ kind: sample.kind, count: 1 }]);
    },
  );

  it.each(LEFT_ALONE)("leaves alone what is no secret: %s", (text) => {
    expect(redactSecrets(text)).toEqual({ text, redactions: [] });
  });

  it("changes nothing when it is run again, whatever stands next to the secrets", () => {
    const piece = fc.oneof(
      fc.constantFrom(...secretSamples().map(({ text }) => text)),
      fc.constantFrom(...secretSamples().map(({ secret }) => secret)),
      fc.constantFrom("password=", '"token": "', "://u:", "@h", "\n", '"', "\\", "${", "-", "="),
      fc.string({ maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const { text } = redactSecrets(pieces.join(""));
        expect(redactSecrets(text)).toEqual({ text, redactions: [] });
      }),
    );
  });

  it("finds nothing in the project's own sources and documents", () => {
    const paths = execFileSync(
      "git",
      ["ls-files", "src", "docs", "README.md", "scripts", "bench"],
      {
        encoding: "utf8",
      },
    ).split("\n");
    const found = paths
      .filter((path) => existsSync(path) && /\.(?:ts|md|mjs)$/.test(path))
      .flatMap((path) =>
        findSecrets(readFileSync(path, "utf8")).map(
          ({ kind, start }) => `${path}@${start} ${kind}`,
        ),
      );
    expect(paths.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });

  it.each([
    ...[
      "sk-",
      "eyJ",
      "-eyJ",
      "pass",
      "://",
      "://a:",
      "token=",
      "ghp_",
      "Bearer ",
      "a.bcdefg.",
      "\\",
    ],
    ...['password="', "Authorization: ", "-----BEGIN RSA PRIVATE KEY-----", "[redacted:x]"],
  ])("ends on five million characters of %j", (unit) => {
    const text = unit.repeat(Math.floor(5_000_000 / unit.length));
    expect(typeof redactSecrets(text).text).toBe("string");
  });
});
