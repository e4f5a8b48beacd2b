// Stages texts until the store refuses, and prints the refusal's code and what a check finds then. Argument: folder.
import { createHash, randomBytes } from "node:crypto";
import { EngineError } from "../../../../src/errors.ts";
import { openSqliteContentStore } from "../../../../src/stores/sqlite/sqlite-content-store.ts";

const [folder = ""] = process.argv.slice(2);
const store = await openSqliteContentStore({ folder, mode: "readwrite" });
let refusal = "none";
for (let left = 100; left > 0 && refusal === "none"; left--) {
  const bytes = randomBytes(100_000);
  const version = createHash("sha256").update(bytes).digest("hex");
  try {
    await store.stageTexts([store.codec.pack({ version, kind: "text", bytes, passages: [] })]);
  } catch (error) {
    refusal = error instanceof EngineError ? error.code : String(error);
  }
}
process.stdout.write(`${refusal}\n${JSON.stringify(await store.check())}\n`);
