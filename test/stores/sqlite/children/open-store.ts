// Opens the store, or takes the refresh lock (mode "lock"), when told to on standard input, and prints what came of it.
// Arguments: folder, mode.
import { once } from "node:events";
import { EngineError } from "../../../../src/errors.ts";
import { openSqliteContentStore } from "../../../../src/stores/sqlite/sqlite-content-store.ts";
import { openSqliteRefreshLock } from "../../../../src/stores/sqlite/sqlite-refresh-lock.ts";

const [folder = "", mode = ""] = process.argv.slice(2);
process.stdout.write("ready\n");
await once(process.stdin, "data");
try {
  if (mode === "lock") await openSqliteRefreshLock({ folder, now: () => "now" }).acquire();
  const store = await openSqliteContentStore({
    folder,
    mode: mode === "readonly" ? "readonly" : "readwrite",
  });
  if (store === "missing") process.stdout.write("missing\n");
  else {
    const current = await store.current();
    process.stdout.write(`generation ${current === "none" ? "none" : current.id}\n`);
    await store.close();
  }
} catch (error) {
  process.stdout.write(error instanceof EngineError ? `${error.code}\n` : `${String(error)}\n`);
}
process.stdin.destroy();
