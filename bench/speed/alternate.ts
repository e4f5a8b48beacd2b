import { median, quantile } from "./quantiles.ts";

/** One way of answering a query. What it returns is not looked at, only awaited. */
export interface Contender {
  readonly name: string;
  answer(query: string): Promise<unknown> | unknown;
}

/** Milliseconds a query, by contender. */
export interface Timing {
  readonly name: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Processor time of the whole process: steadier than elapsed time on a machine that does something else too. */
  readonly p50CpuMs: number;
}

const WARM_UP_QUERIES = 20;

/**
 * Times contenders on the same queries in one process, one after the other on every query and starting with another
 * one each time, so that whatever else the machine does hits them alike. Warm: the first queries run once unmeasured.
 */
export async function alternate(
  contenders: readonly Contender[],
  queries: readonly string[],
): Promise<Timing[]> {
  for (const query of queries.slice(0, WARM_UP_QUERIES)) {
    for (const contender of contenders) await contender.answer(query);
  }
  const elapsed = contenders.map((): number[] => []);
  const busy = contenders.map((): number[] => []);
  for (const [turn, query] of queries.entries()) {
    for (let step = 0; step < contenders.length; step++) {
      const index = (turn + step) % contenders.length;
      const before = process.cpuUsage();
      const begin = performance.now();
      await contenders[index]?.answer(query);
      elapsed[index]?.push(performance.now() - begin);
      const { user, system } = process.cpuUsage(before);
      busy[index]?.push((user + system) / 1_000);
    }
  }
  return contenders.map(({ name }, index) => ({
    name,
    p50Ms: median(elapsed[index] ?? []),
    p95Ms: quantile(elapsed[index] ?? [], 0.95),
    p50CpuMs: median(busy[index] ?? []),
  }));
}
