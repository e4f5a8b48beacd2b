import { parentPort } from "node:worker_threads";
import type { WorkerReply, WorkerRequest } from "./host/worker-pool.ts";
import { createIndexKit } from "./lexical/index-kit.ts";
import { startTextProcess } from "./pipeline/refresh/process-texts.ts";
import { SQLITE_TEXT_CODEC } from "./stores/sqlite/sqlite-text-codec.ts";

// A text worker: bytes in, passages, packed texts and a segment image out. It opens no database and reads no file.

const work = startTextProcess({ builder: createIndexKit().builder, codec: SQLITE_TEXT_CODEC });

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  const { id, texts } = request;
  try {
    if (texts === "finish") return { id, status: "finished", images: work.finish() };
    return { id, status: "done", batch: await work.process(texts) };
  } catch (error) {
    // Handed to the thread that asked: there it is a bug like any other, with its stack.
    return { id, status: "failed", error };
  }
}

parentPort?.on("message", async (request: WorkerRequest) => {
  parentPort?.postMessage(await answer(request));
});
