/**
 * What the file system says of a file, used only to decide whether to hash it again; never to tell an age.
 * Times are nanoseconds since the epoch. Inode 0 means the file system has none and is ignored.
 */
export interface Fingerprint {
  /** Bytes. */
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
}

/** A change this close to the last look could have been followed by another one that left the same times behind. */
const DOUBT_NS = 2_000_000_000n;

/**
 * Returns whether a file certainly holds what it held at the last scan (begun at `lastScanMs`): same size, times and inode, and
 * not touched within two seconds before that scan or after it. On `false` hash it again; times serve nothing else.
 */
export function isUnchanged(known: Fingerprint, now: Fingerprint, lastScanMs: number): boolean {
  if (known.size !== now.size || known.mtimeNs !== now.mtimeNs || known.ctimeNs !== now.ctimeNs) {
    return false;
  }
  if (known.inode !== now.inode && known.inode !== 0n && now.inode !== 0n) return false;
  const doubtFromNs = BigInt(Math.floor(lastScanMs)) * 1_000_000n - DOUBT_NS;
  return now.mtimeNs < doubtFromNs && now.ctimeNs < doubtFromNs;
}
