import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { redactSecrets } from "../../../src/analysis/secrets/redact.ts";
import { aHistory, imported } from "../../builders/a-history.ts";
import {
  aTranscriptReader,
  type PlainLine,
  plainLines,
} from "../../builders/a-transcript-reader.ts";
import { anImport } from "../../builders/an-import.ts";

const inSession = (id: string) => ({ agent: "claude-code", id, parentId: "none", agentId: "none" });
const titled = (id: string, title: string): PlainLine => ({
  ...{ type: "title", session: inSession(id), title },
});
const said = (id: string, text: string, cwd = "/home/dev/app"): PlainLine => ({
  ...{ text, cwd, session: inSession(id), nativeId: `${id} ${text}` },
});

const reader = aTranscriptReader({ linesPerChunk: 2 });

describe("what a session is called", () => {
  it("is kept with the last word on it, whether it comes before or after what was said", async () => {
    const root = aHistory({
      "a.jsonl": [titled("s1", "Kiln"), said("s1", "one"), said("s1", "two")],
      "b.jsonl": [said("s2", "one"), titled("s2", "Lathe"), titled("s2", "Lathe, mended")],
    });
    const { store } = await imported(root, { reader });
    expect([...store.titles]).toEqual([
      ["s1", "Kiln"],
      ["s2", "Lathe, mended"],
    ]);
  });

  it("is kept when it comes in a later import, and when what was said does", async () => {
    const root = aHistory({ "a.jsonl": [said("s1", "one")], "b.jsonl": [titled("s2", "Lathe")] });
    const { store } = await imported(root, { reader });
    expect(store.titles.size).toBe(0);
    appendFileSync(join(root, "a.jsonl"), plainLines([titled("s1", "Kiln")]));
    appendFileSync(join(root, "b.jsonl"), plainLines([said("s2", "one")]));
    await anImport(store, { reader, root });
    expect([...store.titles.values()]).toEqual(["Kiln", "Lathe"]);
  });

  it("stays out where nothing of the session belongs to this project (SCO-01)", async () => {
    const root = aHistory({
      "a.jsonl": [said("s1", "one", "/home/dev/app-other"), titled("s1", "Their secret plan")],
    });
    const { store } = await imported(root, { reader });
    expect(store.titles.size).toBe(0);
    expect(JSON.stringify([...store.read.values()].map(({ path }) => path))).toContain("a.jsonl");
  });

  it("is kept without the secrets in it, also where the list would cut one in two", async () => {
    const key = ["AKIA", "QWERTYUIOPASDFGH"].join("");
    const root = aHistory({
      "a.jsonl": [
        said("s1", "one"),
        titled("s1", `${"Rotate the key of the kiln, ".repeat(2)} ${key} now`),
      ],
    });
    const { store } = await imported(root, { reader, parts: { redact: redactSecrets } });
    const [title = ""] = store.titles.values();
    expect(title).toContain("[redacted:");
    expect(title).not.toContain("AKIA");
    expect(title.length).toBeLessThanOrEqual(80);
  });
});
