/** Longer headings are cut: a path is for orientation, and the whole line stays in the passage. */
const MAX_HEADING_CODE_POINTS = 256;

/** Makes a heading's text one line: runs of white space become one space, and more than 256 code points are cut with `…`. */
export function tidyHeading(text: string): string {
  const tidy = text.replace(/\s+/gu, " ").trim();
  if (tidy.length <= MAX_HEADING_CODE_POINTS) return tidy;
  const points = [...tidy.slice(0, 2 * MAX_HEADING_CODE_POINTS + 2)];
  if (points.length <= MAX_HEADING_CODE_POINTS) return tidy;
  return `${points.slice(0, MAX_HEADING_CODE_POINTS).join("")}…`;
}
