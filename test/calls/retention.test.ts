import { describe, expect, it } from "vitest";
import { UNKNOWN_INSTANT } from "../../src/model/instant.ts";
import { aBundle } from "../builders/a-bundle.ts";
import { aCapture, aKeptProject, aMessage, aNote, observedAt } from "../builders/a-kept-project.ts";
import { recordBundles } from "../builders/recorded-bundles.ts";

const at = (day: string) => ({ time: observedAt(`${day}T08:00:00Z`) });
const OLD = aCapture("checking owners\n", { path: "build/old", ...at("2026-08-01") });
const CITED = aCapture("cited by a note\n", { path: "build/cited", ...at("2026-08-02") });
const NAMED = aCapture("named by a check\n", { path: "build/named", ...at("2026-08-03") });
const NEW = aCapture("as of yesterday\n", { path: "build/new", ...at("2026-10-14") });
const UNDATED = aCapture("without a time\n", { path: "build/undated", time: UNKNOWN_INSTANT });

async function aRetained(retention: object | "none") {
  const workspace = await aKeptProject({
    memory: [aNote("# Build\n\nIt passed.\n", { evidence: `${CITED.entry.ref}#L1` })],
    captures: [OLD, CITED, NAMED, NEW, UNDATED],
  });
  if (retention !== "none") {
    workspace.write({ "exhibit.config.json": JSON.stringify({ retention }) });
  }
  const engine = await workspace.open();
  await engine.observe(NAMED.entry.ref, {
    at: "2026-10-15T08:00:00Z",
    evidence: "walk 4",
    expires: "2026-10-22T08:00:00Z",
  });
  return engine;
}

describe("retention", () => {
  it("is off where nothing is configured, and status says so", async () => {
    const engine = await aRetained("none");
    expect(await engine.forget({ retention: true })).toMatchObject({ entryCount: 0, keptCount: 0 });
    const { stores } = await engine.status();
    for (const { retention } of stores) {
      expect(retention).toEqual({ maxAgeDays: "unlimited", maxBytes: "unlimited" });
    }
  });

  it("is shown for each store and removes nothing by itself (STO-08)", async () => {
    const engine = await aRetained({ captures: { maxAgeDays: 30 } });
    const { stores } = await engine.status();
    expect(stores.map(({ name, retention }) => [name, retention.maxAgeDays])).toEqual([
      ["sessions", "unlimited"],
      ["memory", "unlimited"],
      ["captures", 30],
    ]);
    expect(stores[2]?.counts).toMatchObject({ entries: 5 });
  });

  it("selects what is too old, and keeps and counts what a note cites or a check names", async () => {
    const engine = await aRetained({ captures: { maxAgeDays: 30 }, memory: {} });
    const preview = await engine.forget({ retention: true });
    expect(preview.entries.map(({ artifact }) => artifact)).toEqual([OLD.entry.ref]);
    expect(preview).toMatchObject({ outcome: "preview", keptCount: 2, observationCount: 0 });
    await engine.forget({ retention: true }, { confirmed: true });
    const { stores } = await engine.status();
    expect(stores[2]?.counts).toMatchObject({ entries: 4, unindexed: 0 });
    expect((await engine.forget({ retention: true })).entryCount).toBe(0);
    await engine.open(CITED.entry.ref);
  });

  it("selects the oldest of what exceeds the bytes, and never what has no time", async () => {
    const held = [OLD, CITED, NAMED, NEW, UNDATED].reduce((sum, { text }) => sum + text.length, 0);
    const one = await aRetained({ captures: { maxBytes: held - 1 } });
    expect((await one.forget({ retention: true })).entries).toMatchObject([
      { artifact: OLD.entry.ref },
    ]);
    const all = await aRetained({ captures: { maxBytes: 0 } });
    const preview = await all.forget({ retention: true });
    expect(preview.entries.map(({ artifact }) => artifact).sort()).toEqual(
      [NEW.entry.ref, OLD.entry.ref].sort(),
    );
    expect(preview.keptCount).toBe(2);
  });

  it("keeps and counts what a bundle gave its reader a citation of, and not what it only found", async () => {
    const workspace = await aKeptProject({ captures: [OLD, CITED, NAMED] });
    workspace.write({
      "exhibit.config.json": JSON.stringify({ retention: { captures: { maxAgeDays: 30 } } }),
    });
    const [shown, found] = [OLD, CITED].map(({ entry, text }) => ({
      artifact: entry.ref,
      text: text.toString(),
    }));
    if (shown === undefined || found === undefined) throw new Error("two were given");
    await recordBundles(workspace.dataFolder, [aBundle({ exhibits: [shown], rejected: [found] })]);
    const engine = await workspace.open();
    const preview = await engine.forget({ retention: true });
    expect(preview.entries.map(({ artifact }) => artifact).sort()).toEqual(
      [CITED.entry.ref, NAMED.entry.ref].sort(),
    );
    expect(preview).toMatchObject({ keptCount: 1, bundleCount: 1 });
    await engine.forget({ retention: true }, { confirmed: true });
    await engine.open(OLD.entry.ref);
  });

  it("is a selection of its own, and its rules are checked", async () => {
    const engine = await aRetained("none");
    await expect(engine.forget({ retention: true, agents: ["build"] })).rejects.toMatchObject({
      code: "option_invalid",
    });
    const workspace = await aKeptProject({ sessions: [aMessage("hello")] });
    workspace.write({ "exhibit.config.json": '{"retention":{"captures":{"maxAge":3}}}' });
    await expect(workspace.open()).rejects.toMatchObject({ code: "config_invalid" });
  });
});
