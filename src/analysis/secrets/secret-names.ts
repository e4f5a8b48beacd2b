/** What a name says of its value: a password may be any word, a key is never an ordinary one. */
export interface SecretName {
  readonly kind: string;
  readonly isPassword: boolean;
}

const PASSWORD = /(?:^|_)(?:password|passwd|pwd|passphrase|pass|passwort)\d?$/;
const KEY =
  /(?:^|_)(?:secret|token|auth|authkey|authtoken|accesstoken|secretkey|apisecret|apitoken|clientsecret|(?:api|access|account|auth|encryption|license|master|private|secret|service|shared|signing|storage|sharedaccess|webhook)_?key|apikey|secret_access_key)\d?$/;
const AWS = /secret_?access_?key$/;
/** Tokens that page through a list or divide a text are no secrets. */
const HARMLESS =
  /(?:^|_)(?:next|page|prev|previous|continuation|sync|start|end|bos|eos|pad|unk|mask|sep|stop|first|last|current|cancel|cancellation|special|lex|word|public)_(?:page_)?(?:token|key|access_key)$/;

/** Says what a name promises of its value, or undefined. `apiKey`, `API_KEY` and `api-key` are one name. */
export function judgeName(name: string): SecretName | undefined {
  const plain = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[-.]/g, "_")
    .toLowerCase();
  if (PASSWORD.test(plain)) return { kind: "password", isPassword: true };
  if (AWS.test(plain)) return { kind: "aws-secret-key", isPassword: false };
  if (!KEY.test(plain) || HARMLESS.test(plain)) return undefined;
  return { kind: plain.endsWith("token") ? "token" : "secret", isPassword: false };
}
