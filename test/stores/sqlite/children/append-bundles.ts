// Appends bundles with an outcome each, and can kill itself (SIGKILL) after write number `dieAfter`.
// Arguments: folder, writer, bundles, dieAfter. Prints one line for each bundle: its id or the code of the refusal.
import { EngineError } from "../../../../src/errors.ts";
import { openSqliteLedgerStore } from "../../../../src/stores/sqlite/sqlite-ledger-store.ts";
import { aBundle } from "../../../builders/a-bundle.ts";

const [folder = "", writer = "", bundles = "0", dieAfter = "0"] = process.argv.slice(2);
let writes = 0;
const ledger = openSqliteLedgerStore({
  folder,
  afterStep: () => {
    writes += 1;
    if (writes === Number(dieAfter)) process.kill(process.pid, "SIGKILL");
  },
});
for (let number = 0; number < Number(bundles); number++) {
  const task = `${writer} task ${number} ${"word ".repeat(200)}`;
  try {
    const id = await ledger.reserve();
    await ledger.append({ id, ...aBundle({ task }), session: `${writer} ${id}` });
    await ledger.recordOutcome({
      bundle: id,
      at: "2026-12-01T00:00:00Z",
      outcome: "success",
      note: id,
    });
    process.stdout.write(`${id}\n`);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    process.stdout.write(`${error.code}\n`);
  }
}
await ledger.close();
