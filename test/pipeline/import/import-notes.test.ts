import { describe, expect, it } from "vitest";
import { redactSecrets } from "../../../src/analysis/secrets/redact.ts";
import type { Entry } from "../../../src/model/entry.ts";
import { createPreviewKeeper } from "../../../src/pipeline/import/preview-entries.ts";
import { aFolder, aNoteSource, importAllNotes } from "../../builders/a-note-source.ts";
import { contentOf } from "../../builders/an-import.ts";
import { MemoryEntryStore } from "../../builders/memory-entry-store.ts";
import { secretSamples } from "../../builders/secret-samples.ts";

const APP = "/memories/app";

/** One folder of this project, and its import into a store of its own. */
function aMemory(files: Readonly<Record<string, string | Uint8Array>>, cwds?: readonly string[]) {
  const store = new MemoryEntryStore();
  const folder = aFolder(files, cwds);
  const source = aNoteSource({ [APP]: folder });
  const run = async (parts: Parameters<typeof importAllNotes>[2] = {}) =>
    (await importAllNotes(store, source, parts)).report;
  return { store, folder, run };
}

function entriesOf(store: MemoryEntryStore): readonly Entry[] {
  return [...store.kept.values()].map(({ entry }) => entry);
}

function newestOf(store: MemoryEntryStore): readonly Entry[] {
  return entriesOf(store).filter(({ supersededBy }) => supersededBy === "none");
}

describe("notes of files", () => {
  it("are read through an adapter for each platform, and keep who wrote them and whose they are (STO-06)", async () => {
    const store = new MemoryEntryStore();
    const memory = aNoteSource({ [APP]: aFolder({ "kiln.md": "# Kiln\n\nThe door sticks." }) });
    const rules = aNoteSource(
      { "/home/dev/.agent": aFolder({ "AGENTS.md": "Answer in short words." }, []) },
      { name: "fake-rules", author: "unknown", noteKind: "project-note" },
    );
    await importAllNotes(store, memory);
    await importAllNotes(store, rules);
    expect(entriesOf(store)).toMatchObject([
      {
        kind: "note",
        title: "Kiln",
        role: "assistant",
        origin: "agent-generated",
        marks: ["agent"],
        attribution: "cwd",
        facts: { noteKind: "agent-memory" },
        locators: [{ path: `${APP}/kiln.md`, startByte: 0, line: 1, present: true }],
      },
      {
        kind: "note",
        title: "AGENTS.md",
        role: "unknown",
        origin: "authored",
        marks: [],
        attribution: "unknown",
        facts: { noteKind: "project-note" },
      },
    ]);
  });

  it("take a date from their front matter and from nothing else", async () => {
    const { store, run } = aMemory({
      "a.md": "---\nobserved_at: 2026-09-01\nmodified: 2026-10-02T08:00:00Z\n---\nSeen.",
      "b.md": "---\ntype: project\nmodified: 2026-10-02T08:00:00+02:00\n---\nWritten.",
      "c.md": "Undated.",
    });
    expect(await run()).toMatchObject({ undated: 1 });
    expect(entriesOf(store).map(({ time }) => [time.at, time.basis])).toEqual([
      ["2026-09-01", "declared"],
      ["2026-10-02T06:00:00Z", "edited"],
      ["unknown", "unknown"],
    ]);
  });

  it("that declare an agent as their writer are an agent's, whatever file they stand in (COR-24)", async () => {
    const store = new MemoryEntryStore();
    const files = { "CLAUDE.md": "---\norigin: agent-generated\n---\nUse tabs." };
    await importAllNotes(
      store,
      aNoteSource({ [APP]: aFolder(files) }, { author: "unknown", noteKind: "project-note" }),
    );
    expect(entriesOf(store)).toMatchObject([{ origin: "agent-generated", role: "assistant" }]);
  });

  it("lose their secrets before they are kept, titles included", async () => {
    const secrets = secretSamples().map(({ text }) => text);
    const { store, run } = aMemory({ "a.md": secrets.map((text) => `# ${text}\n`).join("\n") });
    const { redactions } = await run({ redact: redactSecrets });
    expect(Object.keys(redactions).length).toBeGreaterThan(0);
    const kept = JSON.stringify(contentOf(store));
    for (const { secret } of secretSamples()) expect(kept).not.toContain(secret);
  });

  it("that are no text, or nothing but blanks, are counted and named, and the others are kept", async () => {
    const { store, run } = aMemory({
      "binary.md": Buffer.from([0, 1, 2, 3]),
      "broken.md": Buffer.from([0x61, 0xff, 0x62]),
      "empty.md": " \n",
      "good.md": "Kept.",
    });
    expect(await run()).toMatchObject({
      status: "partial",
      reason: expect.stringContaining(`${APP}/binary.md`),
      files: { listed: 4, read: 1, failed: 2 },
      events: { new: 1 },
      skipped: { empty: 1 },
    });
    expect(store.kept.size).toBe(1);
  });
});

describe("an edited note file", () => {
  it("is a new note that replaces the one before, in one transaction", async () => {
    const { store, folder, run } = aMemory({ "a.md": "The kiln fires nine hours." });
    expect((await run()).events).toMatchObject({ new: 1, seen: 0 });
    folder.files.set("a.md", "The kiln fires ten hours.");
    const before = store.batches;
    expect((await run()).events).toEqual({ new: 1, seen: 0, changed: 0, forgotten: 0 });
    expect(store.batches).toBe(before + 1);
    const [old, next] = entriesOf(store);
    expect(old).toMatchObject({ supersededBy: next?.ref, supersedes: "none" });
    expect(next).toMatchObject({ supersedes: old?.ref, supersededBy: "none" });
  });

  it("that goes back to an older text goes on in the same chain", async () => {
    const { store, folder, run } = aMemory({ "a.md": "nine" });
    for (const text of ["nine", "ten", "nine", "ten"]) {
      folder.files.set("a.md", text);
      await run();
    }
    expect(entriesOf(store)).toHaveLength(4);
    expect(newestOf(store)).toHaveLength(1);
    expect(new Set(entriesOf(store).map(({ supersedes }) => supersedes)).size).toBe(4);
  });

  it("is the same note when only its encoding changed, and then stands at its place by both", async () => {
    const { store, folder, run } = aMemory({ "a.md": "Kiln" });
    await run();
    folder.files.set("a.md", Buffer.from("\ufeffKiln", "utf16le"));
    expect((await run()).events).toMatchObject({ new: 0, seen: 1 });
    expect(entriesOf(store)).toMatchObject([{ locators: [{}, {}] }]);
  });

  it("is seen before when nothing in it changed, and nothing is written then", async () => {
    const { store, run } = aMemory({ "a.md": "nine", "b.md": "ten" });
    await run();
    const { batches } = store;
    const report = await run();
    expect(report.files).toMatchObject({ read: 0, unchanged: 2 });
    expect(report.events).toEqual({ new: 0, seen: 2, changed: 0, forgotten: 0 });
    expect(store.batches).toBe(batches);
  });

  it("does not bring back a text that was forgotten, also after other texts", async () => {
    const { store, folder, run } = aMemory({ "a.md": "harmless" });
    await run();
    folder.files.set("a.md", "regretted");
    await run();
    const [regretted] = newestOf(store);
    if (regretted === undefined) throw new Error("nothing was kept");
    store.kept.delete(regretted.ref);
    store.gone.set(regretted.ref, "2026-10-15T12:00:00.000Z");
    expect((await run()).events).toMatchObject({ seen: 0, forgotten: 1 });
    folder.files.set("a.md", "better");
    await run();
    folder.files.set("a.md", "regretted");
    expect((await run()).events).toMatchObject({ new: 0, forgotten: 1 });
    expect((await run()).events).toMatchObject({ new: 0, forgotten: 1 });
    expect(JSON.stringify(contentOf(store))).not.toContain("regretted");
    folder.files.set("a.md", "best");
    expect((await run()).events).toMatchObject({ new: 1 });
    expect(newestOf(store).map(({ title }) => title)).toHaveLength(1);
  });
});

describe("a deleted note file", () => {
  it("is reported as gone for as long as it is, and its note stays", async () => {
    const { store, folder, run } = aMemory({ "a.md": "nine" });
    await run();
    folder.files.delete("a.md");
    expect((await run()).files).toMatchObject({ listed: 0, gone: 1 });
    expect(store.read.get(`${APP}/a.md`)).toMatchObject({ present: false });
    expect((await run()).files).toMatchObject({ gone: 1 });
    expect(newestOf(store)).toHaveLength(1);
    folder.files.set("a.md", "nine");
    expect(await run()).toMatchObject({ files: { gone: 0, unchanged: 1 }, events: { new: 0 } });
    expect(store.read.get(`${APP}/a.md`)).toMatchObject({ present: true });
  });
});

describe("whose a note file is", () => {
  it.each([
    ["every record beside it names a folder of the project", ["/home/dev/app/src"], "cwd"],
    [
      "records name a sibling, too, whose name begins like it",
      ["/home/dev/app", "/home/dev/app-2"],
      "unknown",
    ],
    ["no record beside it names a folder", [], "unknown"],
    ["a record names no absolute folder", ["/home/dev/app", "app"], "unknown"],
  ])("is told by the records beside it: %s (SCO-04)", async (_, cwds, attribution) => {
    const { store, run } = aMemory({ "a.md": "nine" }, cwds);
    expect((await run()).quarantined).toBe(attribution === "unknown" ? 1 : 0);
    expect(entriesOf(store)).toMatchObject([{ attribution }]);
  });

  it("stays unknown where a record beside it cannot be read", async () => {
    const { store, folder, run } = aMemory({ "a.md": "nine" });
    folder.cwds = "unreadable";
    await run();
    expect(entriesOf(store)).toMatchObject([{ attribution: "unknown" }]);
  });

  it("is another project's when every record says so: counted, not kept (SCO-01)", async () => {
    const { store, run } = aMemory({ "a.md": "nine", "b.md": "ten" }, ["/home/dev/other"]);
    expect(await run()).toMatchObject({ outside: { events: 2, folders: 1 }, files: { read: 0 } });
    expect(store.kept.size).toBe(0);
    expect(store.read.size).toBe(0);
  });

  it("can be said by naming its very folder; a folder above says nothing (SCO-04)", async () => {
    const mapTo = (from: string) => ({
      bounds: { roots: ["/home/dev/app"], maps: [{ from, to: "/home/dev/app" }] },
    });
    const { store, folder, run } = aMemory({ "a.md": "nine" }, []);
    await run(mapTo("/memories"));
    expect(entriesOf(store)).toMatchObject([{ attribution: "unknown" }]);
    await run(mapTo(`${APP}/`));
    expect(entriesOf(store)).toMatchObject([{ attribution: "map" }]);
    folder.files.set("a.md", "ten");
    await run();
    expect(newestOf(store)).toMatchObject([{ attribution: "map" }]);
  });

  it("is known as soon as a record says it, and stays so when its agent sweeps the records", async () => {
    const { store, folder, run } = aMemory({ "a.md": "nine" }, []);
    await run();
    folder.cwds = ["/home/dev/app"];
    await run();
    expect(entriesOf(store)).toMatchObject([{ attribution: "cwd" }]);
    folder.cwds = [];
    folder.files.set("a.md", "ten");
    await run();
    expect(newestOf(store)).toMatchObject([{ attribution: "cwd" }]);
    folder.cwds = ["/home/dev/app", "/home/dev/other"];
    folder.files.set("a.md", "eleven");
    await run();
    expect(newestOf(store)).toMatchObject([{ attribution: "unknown" }]);
  });
});

describe("an import of notes with conditions", () => {
  it("leaves out what says that it is older, keeps what says nothing, and takes the rest later", async () => {
    const { store, run } = aMemory({
      "old.md": "---\nmodified: 2026-01-01\n---\nOld.",
      "new.md": "---\nmodified: 2026-10-01\n---\nNew.",
      "none.md": "Undated.",
    });
    const report = await run({ sinceMs: Date.parse("2026-06-01") });
    expect(report).toMatchObject({ events: { new: 2 }, skipped: { older: 1 } });
    expect((await run()).events).toMatchObject({ new: 1, seen: 2 });
    expect(store.kept.size).toBe(3);
  });

  it("counts in a dry run what an import would, and writes nothing", async () => {
    const { store, folder, run } = aMemory({ "a.md": "nine", "b.md": "ten" });
    await run();
    folder.files.set("a.md", "eleven");
    folder.files.set("c.md", "twelve");
    const content = contentOf(store);
    const preview = await run({ keeper: createPreviewKeeper(store) });
    expect(contentOf(store)).toEqual(content);
    expect((await run()).events).toEqual(preview.events);
  });
});
