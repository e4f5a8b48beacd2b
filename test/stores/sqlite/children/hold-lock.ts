// Tries the refresh lock once. Publishes and holds on to it until standard input ends if it got it. Argument: folder.
import { once } from "node:events";
import { openSqliteContentStore } from "../../../../src/stores/sqlite/sqlite-content-store.ts";
import { openSqliteRefreshLock } from "../../../../src/stores/sqlite/sqlite-refresh-lock.ts";
import { bytesOf, publishTexts } from "../../../contracts/content-examples.ts";

const [folder = ""] = process.argv.slice(2);
const lock = openSqliteRefreshLock({ folder, now: () => "2026-10-15T08:00:00Z" });
const held = await lock.acquire();
if ("heldBy" in held) process.stdout.write(`refused: ${held.heldBy}\n`);
else {
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  await publishTexts(store, { "a.md": bytesOf("published once\n") });
  await store.close();
  process.stdout.write("held\n");
}
process.stdin.resume();
await once(process.stdin, "end");
if (!("heldBy" in held)) await held.release();
