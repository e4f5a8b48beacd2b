// Characters that XML 1.0 cannot hold in any way of writing (section 2.2), lone surrogates included.
const IMPOSSIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A parser would make a line feed of it.
  "\r": "&#13;",
};

/**
 * Returns `text` as XML character data: a parser gives back the same text, and no part of it can close an element. What XML
 * cannot hold becomes U+FFFD; `countImpossible` says how much that was.
 */
export function escapeXml(text: string): string {
  return text
    .replace(IMPOSSIBLE, "\ufffd")
    .replace(/[&<>"\r]/g, (found) => ENTITIES[found] ?? found);
}

/** Returns how many characters of `text` no XML document can hold. */
export function countImpossible(text: string): number {
  return text.match(IMPOSSIBLE)?.length ?? 0;
}
