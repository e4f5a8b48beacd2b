import { INJECTED_ELEMENT } from "../../model/injected-block.ts";

/** A bracket as written, as HTML writes it in text, and as JSON within a text does: some agents keep it escaped. */
const OPEN = "(?:<|&lt;|&#60;|&#x3[cC];|\\\\u003[cC])";
const CLOSE = "(?:>|&gt;|&#62;|&#x3[eE];|\\\\u003[eE])";

const BLOCK = new RegExp(
  `${OPEN}${INJECTED_ELEMENT}(?![\\w-])[\\s\\S]*?(?:${OPEN}/${INJECTED_ELEMENT}\\s*${CLOSE}|$(?![\\s\\S]))\\n?`,
  "g",
);

/** A text without the blocks that this program put into it, and how many there were. */
export interface CutText {
  readonly text: string;
  readonly blocks: number;
}

/** Removes injected blocks, also escaped ones; one that nothing ends reaches to the end of the text. */
export function cutInjected(text: string): CutText {
  if (!text.includes(INJECTED_ELEMENT)) return { text, blocks: 0 };
  let blocks = 0;
  const cut = text.replace(BLOCK, () => {
    blocks += 1;
    return "";
  });
  return { text: cut, blocks };
}
