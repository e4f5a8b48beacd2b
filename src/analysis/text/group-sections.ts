import type { Block, Heading } from "./block.ts";

/** Blocks under one heading path, the heading's own line first. */
export interface Section {
  readonly path: readonly string[];
  readonly blocks: readonly Block[];
}

/**
 * Groups a text's blocks into sections, in order: each heading begins one, also a title with nothing but a
 * subsection below it. Such a bare title is a passage of its own, so that a passage never starts above its heading.
 * Empty headings open a section and are left out of the path.
 */
export function groupSections(blocks: readonly Block[]): readonly Section[] {
  const sections: Section[] = [];
  let stack: readonly Heading[] = [];
  let path: readonly string[] = [];
  let held: Block[] = [];
  for (const block of blocks) {
    const last = held.at(-1);
    if (last !== undefined && startsSection(block, last)) {
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
