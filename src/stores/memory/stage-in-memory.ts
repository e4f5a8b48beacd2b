import type { PackedText } from "../../ports/content-store.ts";
import type { SegmentBlock } from "../../ports/passage-index.ts";
import type { MemoryState } from "./memory-state.ts";

/** Adds a text and its split; a split that differs from the one in use waits for the next publish. */
export function stageText(state: MemoryState, text: PackedText): void {
  const stored = state.texts.get(text.version) ?? {
    bytes: join(text.frames),
    splits: new Map<string, Uint8Array>(),
    stagedSplits: new Map<string, Uint8Array>(),
  };
  state.texts.set(text.version, stored);
  const inUse = stored.splits.get(text.kind);
  if (inUse === undefined) stored.splits.set(text.kind, text.passages);
  else if (!isSame(inUse, text.passages)) stored.stagedSplits.set(text.kind, text.passages);
}

/** Adds rows to a segment that was started. */
export function stageBlocks(
  state: MemoryState,
  segmentId: number,
  blocks: readonly SegmentBlock[],
): void {
  const rows = state.blocks.get(segmentId);
  if (rows === undefined) throw new RangeError(`segment ${segmentId} was never started`);
  const staged = new Map<string, Uint8Array>();
  for (const block of blocks) {
    const key = blockKey(block);
    if (rows.has(key) || staged.has(key)) throw new RangeError(`block ${key} is there already`);
    staged.set(key, block.bytes.slice());
  }
  for (const [key, bytes] of staged) rows.set(key, bytes);
}

export function blockKey(block: { readonly kind: string; readonly number: number }): string {
  return `${block.number} ${block.kind}`;
}

function join(frames: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let offset = 0;
  for (const frame of frames) {
    joined.set(frame, offset);
    offset += frame.length;
  }
  return joined;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
