import type { ColorChoice } from "./settings.ts";

/** Colors by what they mean. Each returns its text unchanged when colors are off. */
export interface Paint {
  readonly path: (text: string) => string;
  readonly match: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly strong: (text: string) => string;
}

/** Returns the colors, or functions that leave text as it is. */
export function createPaint(enabled: boolean): Paint {
  const style = (open: string, close: string): ((text: string) => string) =>
    enabled
      ? (text) => (text === "" ? "" : `\u001b[${open}m${text}\u001b[${close}m`)
      : (text) => text;
  return {
    path: style("1;36", "22;39"),
    match: style("1;33", "22;39"),
    faint: style("2", "22"),
    good: style("32", "39"),
    warning: style("1;31", "22;39"),
    strong: style("1", "22"),
  };
}

/**
 * Decides whether to use color: `--color` first, then `NO_COLOR` (any value but empty), `FORCE_COLOR` (any value but
 * empty, `0` and `false`), `TERM=dumb`, and at last whether the stream is a terminal.
 */
export function decideColor(
  choice: ColorChoice,
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (choice !== "auto") return choice === "always";
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  const forced = env["FORCE_COLOR"] ?? "";
  if (forced !== "") return forced !== "0" && forced !== "false";
  return isTerminal && env["TERM"] !== "dumb";
}
