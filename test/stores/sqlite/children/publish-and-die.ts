// Publishes one generation and kills itself (SIGKILL, nothing is flushed or closed) right after write number `dieAfter`.
// Arguments: folder, dieAfter. Prints "survived" when there were fewer writes.
import { openSqliteContentStore } from "../../../../src/stores/sqlite/sqlite-content-store.ts";
import { anArtifact, aPublication, bytesOf, stage } from "../../../contracts/content-examples.ts";

const [folder = "", dieAfter = "0"] = process.argv.slice(2);
let writes = 0;
const store = await openSqliteContentStore({
  folder,
  mode: "readwrite",
  afterStep: () => {
    writes += 1;
    if (writes === Number(dieAfter)) process.kill(process.pid, "SIGKILL");
  },
});
await store.sweep();
const current = await store.current();
const parent = current === "none" ? "none" : current.id;
const artifacts = [1, 2].map((number) => ({
  path: `page-${number}.md`,
  text: bytesOf(`page ${number} after generation ${parent}\n`),
}));
for (const { text } of artifacts) await stage(store, text);
const id = await store.stageSegment();
await store.stageBlocks(id, [{ kind: "terms", number: 0, bytes: bytesOf(`after ${parent}`) }]);
await store.publish(
  aPublication(parent, 2, {
    artifacts: artifacts.map(({ path, text }) => anArtifact(path, text)),
    segments: [{ id, documentCount: 2, passageCount: 2, liveness: "all" }],
    gaps: [{ code: "file_binary", subject: `after ${parent}` }],
    facts: { after: String(parent) },
  }),
);
await store.recordRefresh({ at: "2026-10-15T08:00:00Z", status: "published", reason: "" });
await store.close();
process.stdout.write("survived\n");
