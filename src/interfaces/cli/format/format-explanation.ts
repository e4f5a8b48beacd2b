import type { Explanation } from "../../../model/explanation.ts";
import { visibleText } from "../visible-text.ts";

/** Returns a score as an indented tree, one contribution a row, largest number of digits first readable. */
export function formatExplanation(explanation: Explanation, depth = 0): string[] {
  const row = `${"  ".repeat(depth)}${formatScore(explanation.value)}  ${visibleText(explanation.description)}`;
  return [row, ...explanation.details.flatMap((detail) => formatExplanation(detail, depth + 1))];
}

/** Returns a ranking number with the digits that can matter to a reader. */
export function formatScore(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(4);
}
