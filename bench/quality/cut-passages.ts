import type { IndexDocument } from "../../src/model/index-document.ts";
import { readPassages } from "../plugged-program.ts";
import type { EvalSet } from "./eval-set.ts";
import type { PassageSet, RankedPassage } from "./passage-set.ts";

/** The program's own passages: what it ships. */
export async function cutIntoPassages(set: EvalSet): Promise<PassageSet> {
  const documents: IndexDocument[] = [];
  let unreadDocuments = 0;
  const passages: RankedPassage[] = [];
  for (const [doc, text] of set.documents) {
    const bytes = Buffer.from(text);
    const reading = await readPassages(`${doc}.md`, bytes);
    if (reading === "gap") {
      unreadDocuments++;
      continue;
    }
    documents.push(reading.indexDocument);
    // Byte offsets to UTF-16: decode what lies between one passage and the next.
    let start = 0;
    let startByte = 0;
    for (const passage of reading.passages) {
      start += bytes.toString("utf8", startByte, passage.startByte).length;
      const end = start + bytes.toString("utf8", passage.startByte, passage.endByte).length;
      startByte = passage.startByte;
      passages.push({ doc, start, end });
    }
  }
  return { documents, passages, unreadDocuments };
}
