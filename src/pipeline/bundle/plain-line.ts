/** Control characters, separators that break lines, and what changes the direction or hides text. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}]+/gu;

/**
 * Returns a title or a path as part of one line of a rendering: whatever it holds, it can begin no line of its own, so that
 * it can imitate no label, and it takes at most `maxChars` characters.
 */
export function plainLine(text: string, maxChars = 120): string {
  const line = text.replace(UNSEEN, " ").replace(/ {2,}/g, " ").trim();
  const characters = [...line];
  return characters.length <= maxChars ? line : `${characters.slice(0, maxChars - 1).join("")}…`;
}
