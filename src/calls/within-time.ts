/**
 * Waits for work, but no longer than this. What it would have answered later is dropped, an error of it included: nobody
 * waits for it any more.
 */
export async function withinTime<T>(work: Promise<T>, maxMs: number): Promise<T | "timed_out"> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const bound = new Promise<"timed_out">((resolve) => {
    timer = setTimeout(() => resolve("timed_out"), maxMs);
  });
  try {
    return await Promise.race([work, bound]);
  } finally {
    clearTimeout(timer);
  }
}
