// Reads the sessions of a folder until standard input ends, without ever waiting for a lock.
// Arguments: folder. Prints "reading" once, and at the end how many reads were right and what was refused or wrong.
import { EngineError } from "../../../../src/errors.ts";
import { openSqliteEntryStore } from "../../../../src/stores/sqlite/sqlite-entry-store.ts";

const [folder = ""] = process.argv.slice(2);
let isOver = false;
process.stdin.on("end", () => {
  isOver = true;
});
process.stdin.resume();
const store = await openSqliteEntryStore({
  folder,
  name: "sessions",
  mode: "readonly",
  projectId: "p1",
  busyTimeoutMs: 0,
});
if (store === "missing") throw new Error("nothing to read");
const scope = { quarantined: "shown" } as const;
let right = 0;
const wrong: string[] = [];
process.stdout.write("reading\n");
while (!isOver) {
  try {
    const { entries, omitted } = await store.list({ scope, order: "newest", limit: 50 });
    const texts = await store.readTexts(entries.map((entry) => entry.version));
    const isWhole = texts.every((text) => text instanceof Uint8Array);
    // Batches have two entries: an odd number would be half a batch.
    if (isWhole && (entries.length + omitted) % 2 === 0) right += 1;
    else wrong.push(`${entries.length} and ${omitted}, texts whole: ${isWhole}`);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    wrong.push(error.code);
  }
  await new Promise((resolve) => setImmediate(resolve));
}
process.stdout.write(`${JSON.stringify({ right, wrong })}\n`);
await store.close();
