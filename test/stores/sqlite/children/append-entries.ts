// Appends batches of two entries and the position of their file, and can kill itself (SIGKILL) after write number `dieAfter`.
// Arguments: folder, writer, batches, dieAfter. Prints one line for each batch: "stored" or the code of the refusal.
import { EngineError } from "../../../../src/errors.ts";
import { openSqliteEntryStore } from "../../../../src/stores/sqlite/sqlite-entry-store.ts";
import { anItem } from "../../../builders/entry-items.ts";

const [folder = "", writer = "", batches = "0", dieAfter = "0"] = process.argv.slice(2);
let writes = 0;
const store = await openSqliteEntryStore({
  folder,
  name: "sessions",
  mode: "readwrite",
  projectId: "p1",
  afterStep: () => {
    writes += 1;
    if (writes === Number(dieAfter)) process.kill(process.pid, "SIGKILL");
  },
});
const path = `/t/${writer}.jsonl`;
const [known] = await store.files(writer);
for (let batch = (known?.readBytes ?? 0) / 20; batch < Number(batches); batch++) {
  const entries = [0, 1].map((half) => {
    const startByte = batch * 20 + half * 10;
    const place = { path, startByte, endByte: startByte + 10, line: batch * 2 + half + 1 };
    return anItem(`writer ${writer} batch ${batch} half ${half} ${"text ".repeat(400)}`, {
      time: {
        at: new Date(Date.UTC(2026, 9, 1) + startByte).toISOString(),
        basis: "observed",
        precision: "millisecond",
        offset: "Z",
      },
      locators: [{ ...place, sha256: "0123456789abcdef", present: true }],
    });
  });
  const position = { agent: writer, path, readBytes: (batch + 1) * 20, size: 1e6, mtimeNs: 1n };
  const head = { headSha256: "0123456789abcdef", headBytes: 20, state: "{}", present: true };
  try {
    await store.append({ entries, files: [{ ...position, ...head }] });
    process.stdout.write("stored\n");
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    process.stdout.write(`${error.code}\n`);
  }
}
await store.close();
