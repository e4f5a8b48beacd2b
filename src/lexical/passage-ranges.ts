import { DamagedBlockError } from "./damaged-block-error.ts";
import { type OpenSegment, uint32At } from "./open-segment.ts";
import type { FetchedFiles, FileRange } from "./segment-files.ts";

/** Forward records of some passages, ready to decode. */
export interface FetchedPassages {
  readonly fetched: FetchedFiles;
  /** In the order the passages were asked for. */
  readonly ranges: readonly FileRange[];
}

/** Fetches the forward records of passages: first where they are, then what they are. */
export async function fetchPassages(
  segment: OpenSegment,
  passages: ArrayLike<number>,
): Promise<FetchedPassages> {
  const pointers: FileRange[] = [];
  for (let index = 0; index < passages.length; index++) {
    pointers.push({ file: "passages", start: 4 * (passages[index] as number), length: 8 });
  }
  const table = await segment.files.fetch(pointers);
  const ranges = pointers.map((pointer): FileRange => {
    const bytes = table.bytes(pointer);
    const [start, end] = [uint32At(bytes, 0), uint32At(bytes, 4)];
    if (end < start || end > segment.meta.forwardBytes) {
      throw new DamagedBlockError(table.origin(pointer));
    }
    return { file: "forward", start, length: end - start };
  });
  return { fetched: await segment.files.fetch(ranges), ranges };
}
