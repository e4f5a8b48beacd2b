/** A version 7 id that carries a time: `uuidV7("2026-03-01T10:00:00Z", 4)`; `n` tells ids of one millisecond apart. */
export function uuidV7(time: string, n = 0): string {
  const ms = Date.parse(time).toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

/** A line of a Codex rollout. */
export type RolloutLine = Readonly<Record<string, unknown>>;

/** A line with its envelope. */
export function rolloutLine(time: string, type: string, payload: object): RolloutLine {
  return { timestamp: time, type, payload };
}

/** A message in the model's log. */
export function spoken(time: string, role: string, ...texts: readonly string[]): RolloutLine {
  const type = role === "assistant" ? "output_text" : "input_text";
  const content = texts.map((text) => ({ type, text }));
  return rolloutLine(time, "response_item", { type: "message", role, content });
}

/** A file's content: one line of JSON each. */
export function jsonLines(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
