import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Copies a data folder and changes the bytes of its content database on the way; returns the copy's path. */
export function copyDamaged(
  from: { readonly dataFolder: string; readonly to: string },
  damage: (bytes: Buffer) => Buffer,
): string {
  cpSync(from.dataFolder, from.to, { recursive: true });
  const path = join(from.to, "content.db");
  writeFileSync(path, damage(readFileSync(path)));
  return from.to;
}

/** Returns a function that flips one bit, which one drawn by `seed`. */
export function flipBit(seed: number): (bytes: Buffer) => Buffer {
  return (bytes) => {
    const drawn = Math.imul(seed + 1, 2_654_435_761) >>> 0;
    const at = Math.floor((drawn / 2 ** 32) * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (seed % 8));
    return bytes;
  };
}
