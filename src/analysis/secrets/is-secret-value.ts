import { isPlaceholder } from "./is-placeholder.ts";
import type { SecretName } from "./secret-names.ts";

/** How a value stands in the text. */
export interface ValueForm {
  readonly isQuoted: boolean;
  /** `NAME=value` of a shell or an env file, or behind a `--flag`: text, never code. */
  readonly isEnv: boolean;
  /** It calls, indexes or opens something. */
  readonly isCall: boolean;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Ids that agents give to calls and messages. */
const AGENT_ID = /^(?:toolu|call|msg|req|chatcmpl|run|thread|resp|ses|prt|item)_[A-Za-z0-9]+$/;
/** `a.b.c`, `tokens.next`, `process.env.X`: a path through an object. */
const MEMBER = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+[;!]?$/;
const FILE = /^(?:~|\.{0,2})\/[\w./@~-]*$|^[\w.-]+\.(?:ts|js|json|py|txt|md|ya?ml|pem|env|toml)$/;

/**
 * Says whether the value of a name that promises a secret is one, and not a type, a call, a placeholder or a word. What has
 * neither digit nor sign counts only as a password, and only where it cannot be code.
 */
export function isSecretValue(value: string, name: SecretName, form: ValueForm): boolean {
  if (value.length < (name.isPassword ? 4 : 8)) return false;
  if (isPlaceholder(value) || AGENT_ID.test(value) || FILE.test(value)) return false;
  if (/\s/.test(value) || (form.isCall && !form.isEnv)) return false;
  if (/^https?:\/\//.test(value)) return false;
  if (name.isPassword) return isPasswordLike(value, form);
  if (UUID.test(value)) return name.kind !== "token";
  return isKeyLike(value, form);
}

function isPasswordLike(value: string, { isQuoted, isEnv }: ValueForm): boolean {
  if (isQuoted || isEnv) return value.length >= 6 || /\d/.test(value);
  return value.length >= 6 && isMixed(value) && !MEMBER.test(value);
}

function isKeyLike(value: string, { isQuoted, isEnv }: ValueForm): boolean {
  if (!isQuoted && !isEnv && (MEMBER.test(value) || value.length < 12)) return false;
  return isMixed(value) && new Set(value).size >= 5;
}

/** Letters and digits together. */
function isMixed(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}
