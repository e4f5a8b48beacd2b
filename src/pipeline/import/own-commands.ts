import { readCommandLine } from "./read-command-line.ts";

/** What runs the program named behind it. Options and their values in between are passed over. */
const RUNNERS: ReadonlySet<string> = new Set(
  "builtin bun bunx command corepack deno dlx doas env exec node nohup npm npx pnpm pnpx stdbuf sudo time timeout tsx x xargs yarn".split(
    " ",
  ),
);

/** What runs the text given to it as a command line. */
const SHELLS: ReadonlySet<string> = new Set(
  "ash bash cmd dash fish ksh powershell pwsh sh zsh".split(" "),
);

/** How this program is called: by its command, by its package, by its file. */
const OWN_NAMES: ReadonlySet<string> = new Set(["exhibit", "exhibit-context"]);

/**
 * Returns whether a command line runs this program. It has to stand where a shell looks for a program: in a message, a pattern
 * or a file name it is a word like any other.
 */
export function runsExhibit(line: string): boolean {
  if (!/exhibit/i.test(line)) return false;
  return readCommandLine(line).some(isOwnCommand);
}

function isOwnCommand(words: readonly string[]): boolean {
  if (words.some((word) => isOwnInside(word))) return true;
  const at = words.findIndex((word) => !/^\w+=/.test(word));
  const program = programOf(words[at] ?? "");
  if (OWN_NAMES.has(program)) return true;
  const rest = at < 0 ? [] : words.slice(at + 1);
  if (SHELLS.has(program)) {
    const flag = rest.findIndex((word) => /^(?:-\w*c|-command|\/[ck])$/i.test(word));
    return flag >= 0 && runsExhibit(rest.slice(flag + 1).join(" "));
  }
  return RUNNERS.has(program) && runsNext(rest);
}

/** The first word behind a runner that can be a program is the one it runs; that may be a runner again. */
function runsNext(words: readonly string[]): boolean {
  const own = words.findIndex((word) => OWN_NAMES.has(programOf(word)));
  if (own < 0)
    return words.some(
      (word, at) => SHELLS.has(programOf(word)) && at < 4 && isOwnCommand(words.slice(at)),
    );
  return words.slice(0, own).every((word, at) => isPassedOver(word, words[at - 1] ?? ""));
}

function isPassedOver(word: string, before: string): boolean {
  return (
    /^-|^\w+=|^\d+[smhd]?$/.test(word) || /^-/.test(before) || RUNNERS.has(word) || word === "run"
  );
}

/** A command inside a quoted word: `"$(exhibit search x)"`. */
function isOwnInside(word: string): boolean {
  const inside = /(?:\$\(|`)([\s\S]*)/.exec(word)?.[1];
  return inside !== undefined && runsExhibit(inside);
}

/** `./node_modules/.bin/exhibit`, `C:\bin\exhibit.cmd`, `dist/bin/exhibit.js` and `exhibit-context@0.1` are all called by one name. */
function programOf(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1);
  return name
    .toLowerCase()
    .replace(/@[\w.^~-]+$/, "")
    .replace(/[.](?:js|mjs|cmd|exe|ps1)$/, "");
}
