import { optionInvalid } from "../../errors.ts";
import type { Call } from "./call.ts";

/** Returns the one word a command takes, or refuses: none is missing `what`, two are one too many. */
export function takeOneWord(call: Call, name: string, what: string): string {
  const [word, extra] = call.words;
  if (word === undefined || word === "") throw optionInvalid(name, `it is missing; give ${what}`);
  if (extra !== undefined) {
    throw optionInvalid(
      name,
      `"${call.command}" takes one, and ${JSON.stringify(extra)} is another`,
    );
  }
  return word;
}

/** Refuses words where a command takes none. */
export function assertNoWords(call: Call): void {
  const [word] = call.words;
  if (word === undefined) return;
  throw optionInvalid(JSON.stringify(word), `"${call.command}" takes no words`);
}

/** Returns the bundle that is named, or `newest`: the last one that was recorded. */
export function bundleNamed(call: Call): string {
  if (call.words.length === 0) return "newest";
  return takeOneWord(call, "BUNDLE", "a bundle such as B12, or none for the newest");
}
