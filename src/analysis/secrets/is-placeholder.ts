/** Words that documentation writes where a secret would stand, and values that are none. */
const WORDS =
  /^(?:any|auto|basic|bearer|bool(?:ean)?|change[-_ ]?(?:me|it|this)|default|disabled|dummy|empty|enabled|env|example|fake|false|file|hidden|inherit|masked|missing|n\/?a|nil|no|none|null|number|object|optional|pass(?:word|wd|phrase)?|placeholder|private|prompt|pwd|redacted|removed|required|secret|str(?:ing)?|test|text|todo|token|true|undefined|unknown|unset|user(?:name)?|value|void|yes)$/i;

/** `<your-token>`, `${VAR}`, `$VAR`, `{{ var }}`, `%VAR%`, `%s`, `{name}`, `…`: something else is put there later. */
const TEMPLATE = /^[<({[%]|\$[{(A-Za-z_]|\{\{|#\{|^@[A-Za-z_]|\.{3}|…|<[^>]*>|^%?[A-Z_]+%$/;

const ALIKE = /^(.)\1*$|^[x*•.\-_#?0]+$/iu;

const SPOKEN =
  /(?:^|[-_. ])(?:your|my|the|some|insert|enter|replace|example|placeholder|changeme|dummy|redacted|here|goes)(?:[-_. ]|$)/i;

/** True for what only stands in a secret's place: a template, a type, `your-token-here`, `xxxx`. */
export function isPlaceholder(value: string): boolean {
  return WORDS.test(value) || TEMPLATE.test(value) || ALIKE.test(value) || SPOKEN.test(value);
}
