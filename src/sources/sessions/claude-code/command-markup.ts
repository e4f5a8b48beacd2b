const OPENING =
  /\s*<(command-name|command-message|command-args|command-contents|local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout|bash-stderr|system-reminder)>/y;

/** Returns whether markup that the program writes fills a text, so that no word of it is the user's. */
export function isCommandMarkup(text: string): boolean {
  let at = 0;
  for (;;) {
    OPENING.lastIndex = at;
    const opening = OPENING.exec(text);
    if (opening === null) return at > 0 && text.slice(at).trim() === "";
    const closing = `</${opening[1]}>`;
    const end = text.indexOf(closing, OPENING.lastIndex);
    if (end === -1) return false;
    at = end + closing.length;
  }
}
