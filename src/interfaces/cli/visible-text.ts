// C0 and DEL have pictures of their own in Unicode (U+2400 and on).
const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = "\u2421";

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
const PLAIN_CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f]/g;

// C1 controls, soft hyphen, bidirectional and invisible format controls, separators that break lines, byte order
// marks, lone surrogates and tag characters. The joiners U+200C and U+200D stay: scripts and emoji need them.
const HIDDEN =
  /[\u0080-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e0fff}]/gu;

/**
 * Returns `text` with every character that could steer a terminal or hide from a reader made visible: escape
 * sequences, carriage returns, line feeds, bidirectional overrides, zero-width and tag characters, lone surrogates.
 * Text of a file or a path goes to a terminal through this function and no other way. Tabs become two spaces.
 */
export function visibleText(text: string): string {
  return text
    .replaceAll("\t", "  ")
    .replace(PLAIN_CONTROLS, showControl)
    .replace(HIDDEN, (character) => `<U+${hexOf(character)}>`);
}

function showControl(character: string): string {
  const code = character.charCodeAt(0);
  return code === DELETE ? DELETE_PICTURE : String.fromCharCode(CONTROL_PICTURES + code);
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
