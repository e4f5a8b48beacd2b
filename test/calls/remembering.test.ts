import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { citationOf } from "../../src/model/citation-text.ts";
import { aWorkspace } from "../builders/a-workspace.ts";

const invalid = expect.objectContaining({ code: "note_invalid" });

describe("a note", () => {
  it("is kept once however often it is given, and found like any text (SCO-10)", async () => {
    const engine = await aWorkspace({ "a.md": "# A\n" }).open();
    const first = await engine.remember("# Seals\n\nThe seal of kiln two was ordered.");
    expect(first).toMatchObject({ outcome: "kept", note: { title: "Seals", kind: "note" } });
    const again = await engine.remember("# Seals\n\nThe seal of kiln two was ordered.");
    expect(again).toMatchObject({ outcome: "seen", note: { artifact: first.note.artifact } });
    expect((await engine.notes()).noteCount).toBe(1);
    const [hit] = (await engine.search("ordered seals")).hits;
    expect(hit).toMatchObject({ artifact: first.note.artifact, entry: { kind: "note" } });
    const { checks } = await engine.verify([citationOf(first.note)]);
    expect(checks).toMatchObject([{ resolved: "exact", citation: { state: "current" } }]);
  });

  it("says when it was observed, or else only when it was written (FRE-16)", async () => {
    const engine = await aWorkspace({ "a.md": "# A\n" }).open();
    const seen = await engine.remember("Seen", { observedAt: "2026-10-01" });
    expect(seen.note.time).toEqual({ at: "2026-10-01", basis: "declared" });
    expect(seen.freshness.sources.oldestObservedAt).toBe("2026-10-01");
    const written = await engine.remember("Written");
    expect(written.note.time.basis).toBe("edited");
    expect(written.freshness.sources).toMatchObject({
      oldestObservedAt: "unknown",
      unknownDates: 1,
    });
  });

  it("must have text, a short kind, a past date and evidence that holds", async () => {
    const engine = await aWorkspace({ "a.md": "# A\n\nOne.\n" }).open();
    await expect(engine.remember(" \n")).rejects.toThrow(invalid);
    await expect(engine.remember("x", { kind: "Not A Word" })).rejects.toThrow(invalid);
    await expect(engine.remember("x", { observedAt: "2999-01-01" })).rejects.toThrow(invalid);
    await expect(engine.remember("x", { observedAt: "soon" })).rejects.toThrow(invalid);
    await expect(engine.remember("x".repeat(1_000_001))).rejects.toThrow(invalid);
    const evidence = "a.md:1-3@0123456789abcdef";
    await expect(engine.remember("x", { evidence })).rejects.toThrow(invalid);
    const [hit] = (await engine.search("one", { sources: ["files"] })).hits;
    if (hit === undefined) throw new Error("nothing to cite");
    const kept = await engine.remember("x", { evidence: citationOf(hit) });
    expect(kept.note.evidence).toBe(citationOf(hit));
  });

  it("that replaces another one ranks before it, and both are kept", async () => {
    const engine = await aWorkspace({ "a.md": "# A\n" }).open();
    const old = (await engine.remember("Deploy on Fridays, deploy gladly")).note;
    const replacement = { supersedes: old.artifact, kind: "decision" };
    const next = (await engine.remember("Never deploy on a Friday", replacement)).note;
    const { hits } = await engine.search("deploy Friday", { sources: ["memory"] });
    expect(hits.map(({ artifact }) => artifact)).toEqual([next.artifact, old.artifact]);
    expect(hits[1]?.entry?.supersededBy).toBe(next.artifact);
    const listed = await engine.notes();
    expect(listed).toMatchObject({
      noteCount: 2,
      supersededCount: 1,
      notes: [{ kind: "decision" }],
    });
    expect((await engine.notes({ superseded: true })).notes).toHaveLength(2);
    const twice = engine.remember("Once more", { supersedes: old.artifact });
    await expect(twice).rejects.toThrow(invalid);
  });

  it("of an agent stays an agent's, in search and timeline (COR-24)", async () => {
    const engine = await aWorkspace({ "a.md": "# A\n" }).open();
    await engine.remember("The kiln likes rain", { byAgent: true, session: "s1" });
    const [hit] = (await engine.search("kiln rain")).hits;
    expect(hit).toMatchObject({
      origin: "agent-generated",
      entry: { role: "assistant", session: "s1" },
    });
    const [event] = (await engine.timeline("", { sources: ["memory"] })).events;
    expect(event).toMatchObject({ origin: "agent-generated", marks: ["agent"] });
  });

  it("is kept without its secrets, which stand in no file of the data folder", async () => {
    const workspace = aWorkspace({ "a.md": "# A\n" });
    const engine = await workspace.open();
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const { note, redactions } = await engine.remember(`Use ${token} for it`, {
      title: `T ${token}`,
    });
    expect(redactions).toEqual([{ kind: "github-token", count: 1 }]);
    expect(note.text).toBe("Use [redacted:github-token] for it");
    await engine.close();
    const files = readdirSync(workspace.dataFolder).filter((name) => name.startsWith("memory.db"));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      expect(readFileSync(join(workspace.dataFolder, name)).includes(token)).toBe(false);
    }
  });

  it("survives NUL, half a surrogate pair, CRLF and emoji, and a cap that cannot hold it", async () => {
    const engine = await aWorkspace({ "a.md": "# A\n" }).open();
    const { note } = await engine.remember("a\u0000b \ud83d c\r\n🚀 d");
    expect(note.text).toBe("a\u0000b \ufffd c\r\n🚀 d");
    const long = await engine.remember("🚀".repeat(20_000), { capBytes: 2_000 });
    expect(long.budget.usedBytes).toBeLessThanOrEqual(2_000);
    expect(long.note.text).toMatch(/^(?:🚀)*$/u);
  });
});

describe("a captured command", () => {
  const code =
    'for (let i = 0; i < 3000; i++) console.log(i === 2222 ? "FAILED heron.spec" : "ok " + i)';
  const command = [process.execPath, "-e", `${code}; console.error("boom"); process.exit(3)`];

  it("is kept with both streams and its end, and answers a question about itself", async () => {
    const engine = await aWorkspace({ "a.md": "# A\n" }).open();
    const kept = await engine.capture(command, { label: "tests", query: "which spec failed" });
    expect(kept).toMatchObject({ label: "tests", end: { status: "exited", code: 3 } });
    expect(kept.streams.map(({ stream, lines }) => [stream, lines])).toEqual([
      ["stdout", 3000],
      ["stderr", 1],
    ]);
    expect(kept.streams[0]).toMatchObject({ cutBytes: 0, citation: { startLine: 1 } });
    expect(kept.hits[0]?.excerpt).toContain("FAILED heron.spec");
    const [hit] = kept.hits;
    if (hit === undefined) throw new Error("nothing found");
    expect((await engine.verify([citationOf(hit)])).checks).toMatchObject([{ resolved: "exact" }]);
    expect(kept.freshness.sources.unknownDates).toBe(0);
  });

  it("is kept twice under one label", async () => {
    const engine = await aWorkspace({ "a.md": "# A\n" }).open();
    const bytes = Buffer.from("same words\n");
    const one = await engine.put(bytes, { label: "same" });
    const two = await engine.put(bytes, { label: "same" });
    expect(one.streams[0]?.artifact).not.toBe(two.streams[0]?.artifact);
    const { hits } = await engine.search("same words", { sources: ["captures"] });
    expect(hits).toHaveLength(2);
  });

  it("says what it cut where the output is larger than the bound", async () => {
    const engine = await aWorkspace({ "a.md": "# A\n" }).open();
    const kept = await engine.capture(command, { maxBytes: 1_000 });
    expect(kept.streams[0]?.cutBytes).toBeGreaterThan(10_000);
    expect(kept.gaps.map(({ code: gap }) => gap)).toContain("output_cut");
    const { text } = await engine.open(kept.streams[0]?.artifact ?? "");
    expect(text).toMatch(/\[exhibit: \d+ bytes were not kept here\]/);
  });

  it("is refused where it cannot be started, names no program, or has an impossible label", async () => {
    const engine = await aWorkspace({ "a.md": "# A\n" }).open();
    const failed = expect.objectContaining({ code: "capture_failed" });
    await expect(engine.capture(["no-such-program-here"])).rejects.toThrow(failed);
    await expect(engine.capture([])).rejects.toThrow(failed);
    await expect(engine.put(new Uint8Array())).rejects.toThrow(failed);
    await expect(engine.put(Buffer.from("x"), { label: "../x" })).rejects.toThrow(failed);
    const label = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    await expect(engine.put(Buffer.from("x"), { label })).rejects.toThrow(failed);
  });

  it("keeps no secret of its output or of its own words", async () => {
    const engine = await aWorkspace({ "a.md": "# A\n" }).open();
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const kept = await engine.capture([process.execPath, "-e", `console.log("${token}")`]);
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(kept.redactions).toEqual([{ kind: "github-token", count: 1 }]);
  });
});
