/** Reads small pieces of outside files, to tell whether a file is still the one that was read. */
export interface FileBytes {
  /**
   * Returns the first 16 hex digits of the sha256 of a byte range, end exclusive; `unreadable` when the file is gone, may not
   * be read, or is shorter.
   */
  hashRange(path: string, startByte: number, endByte: number): Promise<string | "unreadable">;
}
