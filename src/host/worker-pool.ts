import { Worker } from "node:worker_threads";
import type { ProcessedBatch, RawText, TextProcessor } from "../ports/text-processor.ts";

/** What the pool sends a worker, and what comes back. */
export interface WorkerRequest {
  readonly id: number;
  readonly texts: readonly RawText[];
}

export type WorkerReply =
  | { readonly id: number; readonly status: "done"; readonly batch: ProcessedBatch }
  | { readonly id: number; readonly status: "failed"; readonly error: unknown };

export interface WorkerPoolOptions {
  /** The worker's module. */
  readonly entry: URL;
  readonly threads: number;
}

interface Waiting {
  readonly worker: Worker;
  readonly resolve: (batch: ProcessedBatch) => void;
  readonly reject: (error: unknown) => void;
}

/** Processes batches in threads. A thread that dies fails its batches; it never leaves one waiting. */
export function openWorkerPool({ entry, threads }: WorkerPoolOptions): TextProcessor {
  const waiting = new Map<number, Waiting>();
  const workers = Array.from({ length: threads }, () => startWorker(entry, waiting));
  let nextId = 0;
  return {
    parallelism: threads,
    process(texts) {
      const id = nextId++;
      const worker = leastBusy(workers, waiting);
      return new Promise<ProcessedBatch>((resolve, reject) => {
        waiting.set(id, { worker, resolve, reject });
        worker.postMessage({ id, texts } satisfies WorkerRequest);
      });
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function startWorker(entry: URL, waiting: Map<number, Waiting>): Worker {
  const worker = new Worker(entry);
  const failAll = (error: unknown): void => {
    for (const [id, job] of waiting) {
      if (job.worker !== worker) continue;
      waiting.delete(id);
      job.reject(error);
    }
  };
  worker.on("message", (reply: WorkerReply) => {
    const job = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.status === "done") job?.resolve(reply.batch);
    else job?.reject(reply.error);
  });
  worker.on("error", failAll);
  worker.on("exit", (code) => failAll(new Error(`a text worker ended with code ${code}`)));
  return worker;
}

function leastBusy(workers: readonly Worker[], waiting: ReadonlyMap<number, Waiting>): Worker {
  const load = (worker: Worker): number =>
    [...waiting.values()].filter((job) => job.worker === worker).length;
  const [first, ...rest] = workers;
  if (first === undefined) throw new RangeError("a worker pool needs at least one thread");
  return rest.reduce((best, worker) => (load(worker) < load(best) ? worker : best), first);
}
