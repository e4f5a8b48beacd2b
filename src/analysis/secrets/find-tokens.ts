import type { SecretSpan } from "./secret-span.ts";
import { TOKEN_RULES, type TokenRule } from "./token-rules.ts";

/** Rules that share an anchor are tried at each place of one search. */
const BY_ANCHOR: ReadonlyMap<string, readonly TokenRule[]> = groupRules();

function groupRules(): ReadonlyMap<string, readonly TokenRule[]> {
  const groups = new Map<string, TokenRule[]>();
  for (const rule of TOKEN_RULES) {
    const group = groups.get(rule.anchor);
    if (group === undefined) groups.set(rule.anchor, [rule]);
    else group.push(rule);
  }
  return groups;
}

/** Finds tokens that their issuers made recognizable, anchor by anchor; spans may overlap those of other rules. */
export function findTokens(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const [anchor, rules] of BY_ANCHOR) {
    let from = 0;
    for (;;) {
      const at = text.indexOf(anchor, from);
      if (at < 0) break;
      const span = matchAt(text, at, rules);
      if (span !== undefined) found.push(span);
      from = Math.max(at + 1, span?.end ?? 0);
    }
  }
  return [...found, ...findDiscordTokens(text)];
}

function matchAt(text: string, at: number, rules: readonly TokenRule[]): SecretSpan | undefined {
  for (const rule of rules) {
    const start = at - rule.before;
    if (rule.previous !== undefined && text[at - 1] !== rule.previous) continue;
    if (start < 0 || !beginsHere(text, start, rule.isStrict === true)) continue;
    rule.pattern.lastIndex = start;
    const token = rule.pattern.exec(text)?.[0];
    if (token === undefined) continue;
    return { kind: rule.kind, start, end: start + token.length };
  }
  return undefined;
}

/** A token is not the tail of a longer word; the letter of `\n` and the digits of `%3D` and `\u003d` are no word. */
function beginsHere(text: string, start: number, isStrict: boolean): boolean {
  const before = text[start - 1];
  if (before === undefined) return true;
  if (before === "-" || before === "_") return !isStrict;
  if (!/[A-Za-z0-9]/.test(before)) return true;
  return /(?:\\[nrtbf]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4})$/.test(
    text.slice(Math.max(0, start - 6), start),
  );
}

/** A bot's token is three parts between dots; the middle one has six units. */
const DISCORD = /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/y;

function findDiscordTokens(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  for (let at = text.indexOf("."); at >= 0; at = text.indexOf(".", at + 1)) {
    if (text[at + 7] !== ".") continue;
    for (let length = 24; length <= 28; length += 1) {
      const start = at - length;
      if (start < 0 || !beginsHere(text, start, true)) continue;
      DISCORD.lastIndex = start;
      const token = DISCORD.exec(text)?.[0];
      if (token !== undefined && /\d/.test(token))
        found.push({ kind: "discord-token", start, end: start + token.length });
    }
  }
  return found;
}
