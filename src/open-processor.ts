import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { ContentStore } from "./ports/content-store.ts";
import type { IndexKit } from "./ports/passage-index.ts";
import type { TextProcessor } from "./ports/text-processor.ts";
import { MEMORY_TEXT_CODEC } from "./stores/memory/memory-text-codec.ts";
import { SQLITE_TEXT_CODEC } from "./stores/sqlite/sqlite-text-codec.ts";

/** Below this, starting threads costs more than it saves. */
const MIN_THREADED_BYTES = 4 * 1024 * 1024;

/** Opens threads for a large batch of texts on their way into SQLite, and this thread for everything else. */
export async function openTextProcessor(
  kit: IndexKit,
  store: ContentStore | "in memory",
  totalBytes: number,
): Promise<TextProcessor> {
  const codec = store === "in memory" ? MEMORY_TEXT_CODEC : store.codec;
  // Built, the worker stands beside this module; run from source there is none, and one thread does the work.
  const entry = new URL("./open-worker.js", import.meta.url);
  const threads = availableParallelism();
  const isWorth = totalBytes >= MIN_THREADED_BYTES && threads > 1;
  if (isWorth && codec === SQLITE_TEXT_CODEC && existsSync(entry)) {
    const { openWorkerPool } = await import("./host/worker-pool.ts");
    return openWorkerPool({ entry, threads });
  }
  // Loaded only when there is text to process: a search of an index that is current needs no splitter.
  const { startTextProcess } = await import("./pipeline/refresh/process-texts.ts");
  const work = startTextProcess({ builder: kit.builder, codec });
  return {
    parallelism: 1,
    process: work.process,
    finish: async () => work.finish(),
    close: async () => undefined,
  };
}
