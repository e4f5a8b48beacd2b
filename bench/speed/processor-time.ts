/** What a piece of work cost. */
export interface Cost {
  /** User and system time of this process, all its threads. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

/** Runs the work and returns its value with its cost. `process.cpuUsage` counts worker threads and the driver's own. */
export async function measureCost<T>(
  work: () => Promise<T> | T,
): Promise<{ readonly value: T; readonly cost: Cost }> {
  const before = process.cpuUsage();
  const begin = performance.now();
  const value = await work();
  const wallSeconds = (performance.now() - begin) / 1_000;
  const { user, system } = process.cpuUsage(before);
  return { value, cost: { cpuSeconds: (user + system) / 1_000_000, wallSeconds } };
}
