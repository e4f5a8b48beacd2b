import { contentWords, parseQuery } from "../../analysis/parse-query.ts";
import { termOf } from "../../analysis/term-of.ts";
import type { TermCount } from "../../model/pool.ts";

/** A task of more distinct content words than this is a pasted text, not a question. */
export const MAX_TASK_WORDS = 32;

/** True for a task that is to be reduced before it is asked. */
export function isLongTask(task: string): boolean {
  return contentWords(parseQuery(task), false).length > MAX_TASK_WORDS;
}

/**
 * Reduces a long task to its rarest words, in its own order: with all of them no passage holds a fair share, and the gate would
 * abstain from everything. How rare a word is says the index; a word that nothing holds finds nothing and is left out while
 * others remain. An identifier is as rare as the rarest of its parts. Equal words keep the order of the task.
 */
export function reduceTask(task: string, terms: readonly TermCount[]): string {
  const words = contentWords(parseQuery(task), false);
  if (words.length <= MAX_TASK_WORDS) return task;
  const holding = new Map(terms.map(({ form, passages }) => [form, passages]));
  const rarity = words.map(({ parts }) => {
    const held = parts.map((form) => holding.get(termOf(form)) ?? 0);
    const least = Math.min(...held);
    return least > 0 ? least : Number.POSITIVE_INFINITY;
  });
  const order = words.map((_, place) => place);
  // Two infinite rarities have no difference.
  order.sort((left, right) => compare(rarity[left] ?? 0, rarity[right] ?? 0) || left - right);
  const kept = new Set(order.slice(0, MAX_TASK_WORDS));
  return words.flatMap(({ asked }, place) => (kept.has(place) ? [asked] : [])).join(" ");
}

function compare(left: number, right: number): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
