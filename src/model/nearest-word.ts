/**
 * Returns the word of `words` nearest to `word` within two edits (insert, delete, replace, swap neighbors), or
 * `"none"`. A near word must also share more than half of its letters, so that `--app` is not taken for `--cap`.
 */
export function nearestWord<Word extends string>(
  word: string,
  words: readonly Word[],
): Word | "none" {
  let nearest: Word | "none" = "none";
  let nearestEdits = 3;
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) > 2) continue;
    const edits = countEdits(word, candidate);
    if (edits < nearestEdits && edits * 2 < candidate.length) {
      nearest = candidate;
      nearestEdits = edits;
    }
  }
  return nearest;
}

/** Optimal string alignment distance: each letter takes part in at most one edit. */
export function countEdits(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const differs = left[row - 1] === right[column - 1] ? 0 : 1;
      let edits = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + differs,
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      if (swapped) edits = Math.min(edits, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(edits);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}
