import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFilesReader } from "../../../src/sources/files/files-reader.ts";
import { aTree } from "../../builders/a-tree.ts";

const SECRETS = [
  ".env",
  ".env.production",
  ".ENV",
  ".envrc",
  "app/.env.local",
  "tls/server.pem",
  "tls/server.KEY",
  "tls/store.p12",
  "tls/store.pfx",
  "id_rsa",
  "keys/id_ed25519.old",
  ".npmrc",
  ".pypirc",
  ".netrc",
  ".git-credentials",
  ".ssh/config",
  ".aws/credentials",
  ".kube/config",
  ".docker/config.json",
  "prod.env",
  "prod.env.local",
  "aws/credentials",
  "credentials.json",
  "aws-credentials.csv",
  "config/Credentials.prod.yaml",
  "application_default_credentials.json",
  "client_secret.json",
  "client_secret_1234.apps.json",
  "service-account.json",
  "gcp-service-account-key.json",
  "serviceAccountKey.json",
  "secrets.yaml",
  "app-secrets.toml",
  "secrets.prod.json",
  "token.json",
  "accessTokens.json",
  "kubeconfig",
  "prod.kubeconfig",
  "kubeconfig-prod.yaml",
  "terraform.tfstate",
  "state/terraform.tfstate.backup",
  ".htpasswd",
  "vault.kdbx",
];
const OPEN = [
  ".env.example",
  "app/.env.example",
  "prod.env.example",
  "environment.ts",
  "vite-env.d.ts",
  "process.env.md",
  "docs/environment.md",
  "keys.md",
  "config.json",
  "credentials.md",
  "credentials.ts",
  "credentials/readme.md",
  "credentials/store.json",
  "secrets.rst",
  "secrets/rotate.py",
  "secret-scanning.yml",
  "service-account.md",
  "service_account.go",
  "client_secret.py",
  "token.ts",
  "tokenizer.json",
  "design-tokens.json",
  "tokens.json",
  "kubeconfig.go",
  "kubeconfig.md",
  "tfstate.md",
];

const contents = Object.fromEntries([...SECRETS, ...OPEN].map((path) => [path, `in ${path}`]));

describe("the deny-list", () => {
  it("keeps secrets out of the listing, counts them by rule and names no file", async () => {
    const scan = await openFilesReader({ root: aTree(contents) }).scan();
    expect(scan.entries.map((entry) => entry.path)).toEqual([...OPEN].sort());
    const [gap] = scan.gaps;
    expect(scan.gaps).toHaveLength(1);
    expect(gap).toMatchObject({ code: "denied", count: SECRETS.length });
    expect(gap?.detail).toContain("environment files (.env*, *.env): 7");
    expect(JSON.stringify(scan.gaps)).not.toContain("server");
  });

  it.each(SECRETS)("refuses to open %s and names the rule", async (path) => {
    const outcome = await openFilesReader({ root: aTree(contents) }).readCurrent(path);
    expect(outcome).toMatchObject({ status: "refused" });
    expect(JSON.stringify(outcome)).toContain("the deny-list: ");
    expect(JSON.stringify(outcome)).not.toContain(`in ${path}`);
  });

  it.each(OPEN)("lets %s be opened", async (path) => {
    const outcome = await openFilesReader({ root: aTree(contents) }).readCurrent(path);
    expect(outcome).toMatchObject({ status: "ok", bytes: Buffer.from(`in ${path}`) });
  });

  it("cannot be lifted by an ignore file", async () => {
    const root = aTree({ ".exhibitignore": "!.env\n", ".env": "TOKEN=1" });
    const scan = await openFilesReader({ root }).scan();
    expect(scan.entries).toEqual([]);
  });

  it("holds for an entry that did not come from a listing", async () => {
    const reader = openFilesReader({ root: aTree({ ".env": "TOKEN=1" }) });
    const fingerprint = { size: 7, mtimeNs: 0n, ctimeNs: 0n, inode: 0n };
    expect(await reader.read({ path: ".env", fingerprint })).toMatchObject({
      status: "gap",
      gap: { code: "denied" },
    });
  });

  it("holds behind links, which are not followed", async () => {
    const root = aTree({ "secret/.env": "TOKEN=1" });
    symlinkSync("secret/.env", join(root, "notes.md"));
    mkdirSync(join(root, "docs"));
    symlinkSync("../secret", join(root, "docs/linked"));
    const reader = openFilesReader({ root });
    expect((await reader.scan()).entries).toEqual([]);
    expect(await reader.readCurrent("notes.md")).toMatchObject({ status: "refused" });
    expect(await reader.readCurrent("docs/linked/.env")).toMatchObject({ status: "refused" });
  });
});
