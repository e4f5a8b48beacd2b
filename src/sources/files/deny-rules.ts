/** Places that hold secrets. They are never read: not at index, not at refresh, not by `open`, not under another spelling. */
export interface DenyRule {
  /** Shown in refusals and gaps. */
  readonly name: string;
  /** Tested against each part of a path, lower case. */
  readonly part: RegExp;
  readonly except?: RegExp;
  /** Lower-case name of the folder it must lie in. */
  readonly within?: string;
  /** True where a folder of that name is no secret: `docs/credentials/`. */
  readonly filesOnly?: true;
}

/**
 * Endings of files that programs read. A name alone closes only these: prose about credentials (`credentials.md`) and code that
 * handles them (`credentials.ts`) are what people look for.
 */
const DATA = "(?:json|jsonl|csv|tsv|ya?ml|toml|ini|cfg|conf|properties|xml|plist|env)";

/** Closed by what a thing is, then by what it is called, then by where it lies. */
export const DENY_RULES: readonly DenyRule[] = [
  {
    name: "environment files (.env*, *.env)",
    part: /^\.env|\.env(?:\.local)?$/,
    except: /^\.env\.example$|^example\.env$/,
  },
  {
    name: "private keys (*.pem, *.key, *.p8, *.p12, *.pfx, *.jks, *.keystore, *.ppk)",
    part: /\.(?:pem|key|p8|p12|pfx|jks|keystore|ppk)$/,
  },
  {
    name: "private keys (id_rsa*, id_dsa*, id_ecdsa*, id_ed25519*)",
    part: /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  },
  { name: "password databases (*.kdbx, *.kdb)", part: /\.kdbx?$/ },
  { name: "infrastructure state (*.tfstate*)", part: /\.tfstate(?:\.|$)/ },
  {
    name: "credential files (.npmrc, .pypirc, .netrc, .git-credentials, .pgpass, .htpasswd and the like)",
    part: /^(?:\.npmrc|\.yarnrc|\.yarnrc\.yml|\.pypirc|[._]netrc|\.git-credentials|\.pgpass|\.my\.cnf|\.?htpasswd|\.dockercfg|\.terraformrc|\.vault-token|\.s3cfg|\.boto)$/,
  },
  {
    name: "credential data (*credentials*.json and the like)",
    part: new RegExp(`^\\.?credentials?$|credentials?(?:[^a-z].*)?\\.${DATA}$`),
    filesOnly: true,
  },
  {
    name: "service accounts (client_secret*.json, *service-account*.json)",
    part: /^client[-_]?secrets?.*\.json$|service[-_]?account.*\.json$/,
    filesOnly: true,
  },
  {
    name: "secret data (*secrets.yaml and the like)",
    part: new RegExp(`^(?:.*[-_.])?secrets?(?:\\.[^.]+)?\\.${DATA}$`),
    filesOnly: true,
  },
  {
    name: "tokens (token.json and the like)",
    part: /^\.?(?:(?:.*[-_.])?(?:access|auth|oauth2?|refresh|id|bearer)[-_]?tokens?|token)\.json$/,
    filesOnly: true,
  },
  {
    name: "cluster credentials (kubeconfig and the like)",
    part: new RegExp(`^(?:.*[-_.])?kubeconfig(?:[-_][^.]*)?(?:\\.${DATA})?$`),
    filesOnly: true,
  },
  { name: "key folders (.ssh, .gnupg)", part: /^\.(?:ssh|gnupg)$/ },
  { name: "cloud credentials (.aws)", part: /^(?:credentials|config)$/, within: ".aws" },
  { name: "cloud credentials (.kube)", part: /^config$/, within: ".kube" },
  { name: "registry credentials (.docker)", part: /^config\.json$/, within: ".docker" },
];

/** What every rule has in common, so that the many other names cost one look. */
export const SUSPECT: RegExp =
  /^[._]|^(?:id_|config|htpasswd)|credential|secret|service[-_]?account|token|kubeconfig|\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx?|ppk|env)(?:\.local)?[. ]*$|\.tfstate/i;
