import type { Block, Heading } from "./block.ts";

/** Blocks under one heading path, the heading's own line first. */
export interface Section {
  readonly path: readonly string[];
  readonly blocks: readonly Block[];
}

/**
 * Groups a text's blocks into sections, in order.
 *
 * A title that is followed at once by its own subsection's heading makes no section of its own: its line leads the
 * first passage of the subsection, whose path names both. Nothing but the title would be in such a passage, and it
 * would outrank the text below it. A title followed by a heading of its own rank or above stays a section.
 * Empty headings open a section and are left out of the path.
 */
export function groupSections(blocks: readonly Block[]): readonly Section[] {
  const sections: Section[] = [];
  let stack: readonly Heading[] = [];
  let path: readonly string[] = [];
  let held: Block[] = [];
  for (const block of blocks) {
    const last = held.at(-1);
    if (last !== undefined && startsSection(block, last) && !leadsInto(held, block)) {
      sections.push({ path, blocks: held });
      held = [];
    }
    if (block.heading !== undefined) {
      const { heading } = block;
      stack = [...stack.filter((outer) => outer.level < heading.level), heading];
      path = stack.map((outer) => outer.text).filter((text) => text !== "");
    }
    held.push(block);
  }
  if (held.length > 0) sections.push({ path, blocks: held });
  return sections;
}

function startsSection(block: Block, last: Block): boolean {
  return (
    block.heading !== undefined ||
    block.border === true ||
    (block.kind === "metadata") !== (last.kind === "metadata")
  );
}

/** True when only headings are held and this block is a heading below the last of them. */
function leadsInto(held: readonly Block[], block: Block): boolean {
  const level = held.at(-1)?.heading?.level;
  if (level === undefined || block.heading === undefined) return false;
  return level < block.heading.level && held.every((one) => one.heading !== undefined);
}
