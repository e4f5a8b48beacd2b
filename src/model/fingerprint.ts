/**
 * What the file system says of a file, used only to decide whether to hash it again; never to tell an age.
 * Times are nanoseconds since the epoch. Inode 0 means the file system has none and is ignored.
 */
export interface Fingerprint {
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
}
