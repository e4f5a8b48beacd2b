/** Places that hold secrets. They are never read: not at index, not at refresh, not by `open`, not under another spelling. */
interface DenyRule {
  /** Shown in refusals and gaps. */
  readonly name: string;
  /** Tested against each part of a path, lower case. */
  readonly part: RegExp;
  readonly except?: RegExp;
  /** Lower-case name of the folder it must lie in. */
  readonly within?: string;
}

const DENY_RULES: readonly DenyRule[] = [
  { name: "environment files (.env*)", part: /^\.env/, except: /^\.env\.example$/ },
  {
    name: "private keys (*.pem, *.key, *.p12, *.pfx, *.jks, *.keystore, *.kdbx, *.ppk)",
    part: /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/,
  },
  {
    name: "private keys (id_rsa*, id_dsa*, id_ecdsa*, id_ed25519*)",
    part: /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  },
  {
    name: "credential files (.npmrc, .pypirc, .netrc, .git-credentials, .pgpass, .htpasswd and the like)",
    part: /^(?:\.npmrc|\.yarnrc|\.yarnrc\.yml|\.pypirc|[._]netrc|\.git-credentials|\.pgpass|\.my\.cnf|\.htpasswd|\.dockercfg|\.terraformrc)$/,
  },
  { name: "key folders (.ssh, .gnupg)", part: /^\.(?:ssh|gnupg)$/ },
  { name: "cloud credentials (.aws)", part: /^(?:credentials|config)$/, within: ".aws" },
  { name: "cloud credentials (.kube)", part: /^config$/, within: ".kube" },
  { name: "registry credentials (.docker)", part: /^config\.json$/, within: ".docker" },
];

/** What every rule has in common, so that the many other names cost one look. */
const SUSPECT =
  /^[._]|^(?:id_|credentials|config)|\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)[. ]*$/i;
/** Names outside ASCII may fold into anything. Apart from `SUSPECT`: compiling this class to ignore case takes 25 ms. */
const FOREIGN = /[^\0-\x7f]/;

/** Returns the name of the rule that keeps this entry closed, or `"open"`. `folder` is the name of the folder it lies in. */
export function denyEntry(name: string, folder: string): string {
  if (!SUSPECT.test(name) && !FOREIGN.test(name)) return "open";
  const part = comparable(name);
  for (const rule of DENY_RULES) {
    if (!rule.part.test(part) || rule.except?.test(part)) continue;
    if (rule.within === undefined || rule.within === comparable(folder)) return rule.name;
  }
  return "open";
}

/** Returns the name of the rule that keeps `path` (`/` between parts) closed, or `"open"`. */
export function denyPath(path: string): string {
  const parts = path.split("/");
  for (const [index, part] of parts.entries()) {
    const rule = denyEntry(part, parts[index - 1] ?? "");
    if (rule !== "open") return rule;
  }
  return "open";
}

// Some file systems fold case and width and drop trailing dots and spaces: `.ENV` and `.env.` open the same file there.
function comparable(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[. ]+$/, "");
}
