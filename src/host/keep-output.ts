import type { KeptOutput } from "../ports/command-runner.ts";

/** Takes chunks of a stream; holds at most `maxBytes` of them, however many there are. */
export interface OutputKeeper {
  take(chunk: Uint8Array): void;
  finish(): KeptOutput;
}

/**
 * Keeps everything up to the bound. Beyond it the first half and the last half of the bound are kept: a command says what it
 * does at its beginning and what went wrong at its end.
 */
export function createOutputKeeper(maxBytes: number): OutputKeeper {
  const half = Math.floor(maxBytes / 2);
  const head: Uint8Array[] = [];
  let headBytes = 0;
  const tail: Uint8Array[] = [];
  let tailBytes = 0;
  let cutBytes = 0;

  function takeTail(chunk: Uint8Array): void {
    tail.push(chunk);
    tailBytes += chunk.length;
    while (tailBytes > maxBytes - half) {
      const [first = new Uint8Array()] = tail;
      const excess = Math.min(first.length, tailBytes - (maxBytes - half));
      if (excess === first.length) tail.shift();
      else tail[0] = first.subarray(excess);
      tailBytes -= excess;
      cutBytes += excess;
    }
  }

  return {
    take(chunk) {
      const room = Math.min(chunk.length, half - headBytes);
      if (room > 0) {
        head.push(chunk.subarray(0, room));
        headBytes += room;
      }
      if (room < chunk.length) takeTail(chunk.subarray(Math.max(0, room)));
    },
    finish() {
      const first = Buffer.concat(head);
      const last = Buffer.concat(tail);
      if (cutBytes > 0) return { head: first, tail: last, cutBytes };
      return { head: Buffer.concat([first, last]), tail: new Uint8Array(), cutBytes: 0 };
    },
  };
}
