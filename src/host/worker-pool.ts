import { Worker } from "node:worker_threads";
import type { RawText } from "../model/raw-text.ts";
import type { SegmentImage } from "../ports/passage-index.ts";
import type { ProcessedBatch, TextProcessor } from "../ports/text-processor.ts";

/** What the pool sends a worker, and what comes back. */
export interface WorkerRequest {
  readonly id: number;
  readonly texts: readonly RawText[] | "finish";
}

export type WorkerReply =
  | { readonly id: number; readonly status: "done"; readonly batch: ProcessedBatch }
  | { readonly id: number; readonly status: "finished"; readonly images: readonly SegmentImage[] }
  | { readonly id: number; readonly status: "failed"; readonly error: unknown };

export interface WorkerPoolOptions {
  /** The worker's module. */
  readonly entry: URL;
  readonly threads: number;
}

/**
 * Texts and tokens die young. A small nursery costs a worker nothing that could be measured and keeps two of them 80 MB
 * smaller, on a corpus of 65 MB.
 */
const WORKER_LIMITS = { maxYoungGenerationSizeMb: 12 };

type Answer = Exclude<WorkerReply, { readonly status: "failed" }>;

interface Waiting {
  readonly worker: Worker;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Processes batches in threads. A thread that dies fails its batches; it never leaves one waiting. */
export function openWorkerPool({ entry, threads }: WorkerPoolOptions): TextProcessor {
  const waiting = new Map<number, Waiting>();
  const workers = Array.from({ length: threads }, () => startWorker(entry, waiting));
  let nextId = 0;
  const ask = (worker: Worker, texts: WorkerRequest["texts"]): Promise<Answer> => {
    const id = nextId++;
    return new Promise((resolve, reject) => {
      waiting.set(id, { worker, resolve, reject });
      worker.postMessage({ id, texts } satisfies WorkerRequest);
    });
  };
  return {
    parallelism: threads,
    async process(texts) {
      const answer = await ask(leastBusy(workers, waiting), texts);
      if (answer.status === "done") return answer.batch;
      throw new Error("a text worker answered another request");
    },
    async finish() {
      const answers = await Promise.all(workers.map((worker) => ask(worker, "finish")));
      return answers.flatMap((answer) => (answer.status === "finished" ? answer.images : []));
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function startWorker(entry: URL, waiting: Map<number, Waiting>): Worker {
  const worker = new Worker(entry, { resourceLimits: WORKER_LIMITS });
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
    if (reply.status === "failed") job?.reject(reply.error);
    else job?.resolve(reply);
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
