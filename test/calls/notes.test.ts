import { describe, expect, it } from "vitest";
import { UNKNOWN_INSTANT } from "../../src/model/instant.ts";
import { aKeptProject, aNote } from "../builders/a-kept-project.ts";
import { aWorkspace } from "../builders/a-workspace.ts";
import { damageEntryTexts } from "../builders/stored-rows.ts";

describe("the list of notes", () => {
  it("is newest first, by what was declared or written, those without a time at the end", async () => {
    const workspace = await aKeptProject({
      memory: [aNote("Nobody knows when.", { time: UNKNOWN_INSTANT, path: "note/lost" })],
    });
    const engine = await workspace.open();
    await engine.remember("Written now.");
    await engine.remember("Seen long ago.", { observedAt: "2026-01-02" });
    const response = await engine.notes();
    expect(response.notes.map(({ text }) => text)).toEqual([
      "Written now.",
      "Seen long ago.",
      "Nobody knows when.",
    ]);
    expect(response.notes[2]?.time).toEqual({ at: "unknown", basis: "unknown" });
    expect(response.order).toBe("newest first, undated last");
  });

  it("leaves out what was replaced and counts it, and shows one kind when asked", async () => {
    const engine = await aWorkspace().open();
    const old = await engine.remember("Mondays.", { kind: "decision" });
    await engine.remember("Fridays.", { kind: "decision", supersedes: old.note.artifact });
    await engine.remember("Dry clay cracks.", { kind: "fact" });
    const shown = async (options: Parameters<typeof engine.notes>[0]) =>
      (await engine.notes(options)).notes.map(({ text }) => text).sort();
    expect(await shown({})).toEqual(["Dry clay cracks.", "Fridays."]);
    expect(await shown({ superseded: true })).toEqual(["Dry clay cracks.", "Fridays.", "Mondays."]);
    expect(await shown({ kind: "decision" })).toEqual(["Fridays."]);
    expect(await shown({ kind: "hearsay" })).toEqual([]);
    expect(await engine.notes()).toMatchObject({ noteCount: 3, supersededCount: 1 });
  });

  it("hides notes whose project is not known until they are asked for (SCO-03)", async () => {
    const workspace = await aKeptProject({
      memory: [aNote("Perhaps of another project.", { attribution: "unknown", path: "note/q" })],
    });
    const engine = await workspace.open();
    expect((await engine.notes()).notes).toEqual([]);
    expect((await engine.notes({ quarantined: true })).notes).toHaveLength(1);
  });

  it("shows as many as asked for and says how many there are, also within 2,000 bytes (BUD-04)", async () => {
    const engine = await aWorkspace().open();
    for (const index of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await engine.remember(`Note ${index}: ${"clay ".repeat(30)}`);
    }
    const limited = await engine.notes({ limit: 3 });
    expect(limited.notes).toHaveLength(3);
    // What a limit leaves out did not fall to the cap; the count of all says that there is more.
    expect(limited).toMatchObject({ noteCount: 8, budget: { dropped: 0 } });
    const small = await engine.notes({ capBytes: 2_000 });
    expect(small.budget.usedBytes).toBeLessThanOrEqual(2_000);
    expect(small.notes.length).toBeGreaterThan(0);
    expect(small.notes.length + small.budget.dropped).toBe(8);
    for (const limit of [0, 1_001, 1.5]) {
      await expect(engine.notes({ limit })).rejects.toMatchObject({ code: "option_invalid" });
    }
  });

  it("of a project that never had one is empty and complete, and creates no store", async () => {
    const workspace = aWorkspace();
    const { notes, noteCount, completeness } = await (await workspace.open()).notes();
    expect({ notes, noteCount, complete: completeness.complete }).toEqual({
      notes: [],
      noteCount: 0,
      complete: true,
    });
  });

  it("drops a note whose stored text is another one, and says so (CIT-04)", async () => {
    const workspace = await aKeptProject({ memory: [aNote("The harbor desk owns it.")] });
    await damageEntryTexts(workspace.dataFolder, "memory");
    const { notes, gaps } = await (await workspace.open()).notes();
    expect(notes).toEqual([]);
    expect(gaps.map(({ code }) => code)).toEqual(["recovery_failed"]);
  });
});
