import { expect, it } from "vitest";
import { openSqliteContentStore } from "../../../src/stores/sqlite/sqlite-content-store.ts";
import { buildChild, endOf, firstLineOf, startChild } from "./child-process.ts";
import { aDataFolder } from "./data-folder.ts";

const EIGHT = Array.from({ length: 8 }, (_, index) => index);

it("lets eight processes start at once on a new folder, and all of them open", async () => {
  const folder = aDataFolder();
  const script = await buildChild("open-store", folder);
  const data = `${folder}/data`;
  const children = EIGHT.map(() => startChild(script, [data, "readwrite"]));
  await Promise.all(children.map(firstLineOf));
  const ends = children.map(endOf);
  for (const child of children) child.stdin?.write("go\n");
  const outputs = (await Promise.all(ends)).map((end) => end.output);
  expect(outputs).toEqual(EIGHT.map(() => "generation none\n"));
});

it("lets one of eight processes refresh, tells the others who does, and is free once the holder is killed (REF-06)", async () => {
  const folder = aDataFolder();
  const script = await buildChild("hold-lock", folder);
  const children = EIGHT.map(() => startChild(script, [folder]));
  const lines = await Promise.all(children.map(firstLineOf));
  const holder = children[lines.indexOf("held")];
  expect(lines.filter((line) => line === "held")).toHaveLength(1);
  const refusals = lines.filter((line) => line !== "held");
  // The holder writes its note right after it took the lock; whoever asks in between is told less.
  const note = `refused: process ${holder?.pid} since 2026-10-15T08:00:00Z`;
  for (const refusal of refusals) expect([note, "refused: another process"]).toContain(refusal);

  const ends = children.map(endOf);
  holder?.kill("SIGKILL");
  await ends[lines.indexOf("held")];
  const successor = startChild(script, [folder]);
  expect(await firstLineOf(successor)).toBe("held");
  const successorEnd = endOf(successor);
  for (const child of [...children, successor]) child.stdin?.end();
  await Promise.all([...ends, successorEnd]);

  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  // One publication by the killed holder, one by its successor, none by the seven others.
  expect(await store.current()).toMatchObject({ id: 2 });
  await store.close();
});
