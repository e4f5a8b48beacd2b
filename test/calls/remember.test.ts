import { describe, expect, it } from "vitest";
import { citationOf, type Engine, type Hit } from "../../src/index.ts";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { findInFolder } from "../builders/find-in-folder.ts";
import { lockDatabase } from "../builders/locked-database.ts";
import { secretSamples } from "../builders/secret-samples.ts";
import { aSettledCopy } from "../builders/settled-copy.ts";

const TOKEN_BODY = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fLaB3d";
const TOKEN = ["gh", "p_", TOKEN_BODY].join("");

async function aDesk(): Promise<{ workspace: TestWorkspace; engine: Engine }> {
  const workspace = aWorkspace({
    "docs/owners.md": aPage("Owners", "The signal desk owns the ledger."),
  });
  return { workspace, engine: await workspace.open() };
}

async function findNote(engine: Engine, words: string): Promise<Hit> {
  const { hits } = await engine.search(words, { sources: ["memory"] });
  const [hit] = hits;
  if (hit === undefined) throw new Error(`no note holds ${words}`);
  return hit;
}

describe("a note that is remembered", () => {
  it("is found by its words, opens, and holds by the citation it came with", async () => {
    const { engine } = await aDesk();
    const { note, outcome } = await engine.remember("The zeppelin hangar closes at dusk.", {
      kind: "decision",
      title: "Hangar hours",
    });
    expect(outcome).toBe("kept");
    expect(note).toMatchObject({ kind: "decision", title: "Hangar hours", origin: "authored" });
    const hit = await findNote(engine, "zeppelin hangar");
    expect(hit.artifact).toBe(note.artifact);
    expect((await engine.open(citationOf(hit))).text).toBe("The zeppelin hangar closes at dusk.");
    const { checks } = await engine.verify([citationOf(hit), citationOf(note)]);
    expect(checks.map(({ resolved }) => resolved)).toEqual(["exact", "exact"]);
  });

  it("is kept once when it is given twice, in another call and in another engine", async () => {
    const { workspace, engine } = await aDesk();
    const first = await engine.remember("Kilns cool for nine hours.");
    workspace.advance(60_000);
    const again = await engine.remember("Kilns cool for nine hours.");
    const other = await (await workspace.open()).remember("Kilns cool for nine hours.");
    expect([first, again, other].map(({ outcome }) => outcome)).toEqual(["kept", "seen", "seen"]);
    expect(again.note).toEqual(first.note);
    expect((await engine.notes()).noteCount).toBe(1);
    // Another kind, title, author or day makes it another note.
    for (const options of [
      { kind: "fact" },
      { title: "Kilns" },
      { byAgent: true },
      { observedAt: "2026-10-01" },
    ]) {
      expect((await engine.remember("Kilns cool for nine hours.", options)).outcome).toBe("kept");
    }
    expect((await engine.notes()).noteCount).toBe(5);
  });

  it("takes its title from its first line with words, or the one it is given, as one line", async () => {
    const { engine } = await aDesk();
    const titled = async (text: string, title?: string): Promise<string> =>
      (await engine.remember(text, title === undefined ? {} : { title })).note.title;
    expect(await titled("\n---\n## Owners of the rota\n\nText")).toBe("Owners of the rota");
    expect(await titled("plain", "two\nlines\tand  \u0000 more ")).not.toMatch(/[\n\t]/);
    expect(await titled(`${"🙂".repeat(90)}a`)).toMatch(/^(?:🙂){79}…$/u);
  });

  it("keeps every character of its text but half a surrogate pair", async () => {
    const { engine } = await aDesk();
    const text = "first\r\nsecond\u0000nul 🙂 tail\r\n";
    const { note } = await engine.remember(text);
    expect((await engine.open(citationOf(note))).text).toBe(text.trimEnd());
    const cut = await engine.remember("cut \ud83d inside and \ude42 there", {
      title: "half \ud83d",
      evidence: "half \ude42",
    });
    expect(cut.note).toMatchObject({
      text: "cut \ufffd inside and \ufffd there",
      title: "half \ufffd",
      evidence: "half \ufffd",
    });
  });
});

describe("the date of a note", () => {
  it("is what its writer declares, and then counts as the age of what it says", async () => {
    const { engine } = await aDesk();
    const { note, freshness } = await engine.remember("The quay was empty.", {
      observedAt: "2026-10-05",
    });
    expect(note.time).toEqual({ at: "2026-10-05", basis: "declared" });
    expect(freshness.sources).toMatchObject({ oldestObservedAt: "2026-10-05", unknownDates: 0 });
    expect(await findNote(engine, "quay empty")).toMatchObject({
      observed: { at: "2026-10-05", basis: "declared" },
      ageDays: 10,
    });
  });

  it("is unknown as an observation when only the time of writing is known, which orders it", async () => {
    const { engine, workspace } = await aDesk();
    const { note, freshness } = await engine.remember("The quay was full.");
    expect(note.time).toEqual({ at: "2026-10-15T12:00:00.000Z", basis: "edited" });
    expect(freshness.sources).toMatchObject({ oldestObservedAt: "unknown", unknownDates: 1 });
    expect((await findNote(engine, "quay full")).ageDays).toBe("unknown");
    workspace.advance(1_000);
    await engine.remember("The quay was half full.");
    const { events } = await engine.timeline("quay", { sources: ["memory"] });
    expect(events.map(({ text }) => text)).toEqual([
      "The quay was half full.",
      "The quay was full.",
    ]);
  });

  it("may be today where the day began earlier, and no later", async () => {
    const { engine } = await aDesk();
    const observe = (observedAt: string) => engine.remember(`Seen ${observedAt}`, { observedAt });
    for (const at of ["2026-10-16", "2026-10-15T23:00", "2026-10-15T13:59:00+02:00"]) {
      expect((await observe(at)).outcome).toBe("kept");
    }
    for (const at of ["2026-10-17", "2026-10-15T12:00:01Z", "2027-01-01", "soon", "2026-02-30"]) {
      await expect(observe(at)).rejects.toMatchObject({ code: "note_invalid" });
    }
  });
});

describe("the evidence of a note", () => {
  it("that is a citation must hold when the note is written, and is kept as given", async () => {
    const { engine } = await aDesk();
    const [hit] = (await engine.search("ledger")).hits;
    const evidence = citationOf(hit as Hit);
    const { note } = await engine.remember("The ledger has one owner.", { evidence });
    expect(note.evidence).toBe(evidence);
    const broken = evidence.replace(/@[0-9a-f]{4}/, "@0000");
    await expect(
      engine.remember("The ledger has two owners.", { evidence: broken }),
    ).rejects.toMatchObject({ code: "note_invalid" });
    expect((await engine.notes()).noteCount).toBe(1);
  });

  it("that is a ticket or an address is taken as it is; nothing, or a whole page, is refused", async () => {
    const { engine } = await aDesk();
    for (const evidence of ["ticket 41", "https://example.com/rota#l3"]) {
      expect((await engine.remember(`by ${evidence}`, { evidence })).note.evidence).toBe(evidence);
    }
    for (const evidence of [" ", "x".repeat(401)]) {
      await expect(engine.remember("Nothing.", { evidence })).rejects.toMatchObject({
        code: "note_invalid",
      });
    }
  });
});

describe("a note that replaces another", () => {
  it("marks it, ranks before it, and keeps it: the older one still opens", async () => {
    const { engine } = await aDesk();
    const old = await engine.remember("The ledger rota: ledger rota changes on Mondays, ledger.");
    const supersedes = old.note.artifact;
    const late = await engine.remember("The rota changes on Fridays.", { supersedes });
    expect(late.note.supersedes).toBe(old.note.artifact);
    const { hits } = await engine.search("ledger rota changes", { sources: ["memory"] });
    expect(hits.map(({ artifact }) => artifact)).toEqual([late.note.artifact, old.note.artifact]);
    expect(hits[1]?.entry?.supersededBy).toBe(late.note.artifact);
    const { events } = await engine.timeline("", { sources: ["memory"] });
    expect(events.find(({ artifact }) => artifact === supersedes)?.supersededBy).toBe(
      late.note.artifact,
    );
    expect((await engine.open(citationOf(old.note))).text).toContain("Mondays");
  });

  it("given again is the same note, though the older one was replaced; a second successor is refused", async () => {
    const { engine } = await aDesk();
    const old = await engine.remember("Mondays.");
    const supersedes = old.note.artifact;
    const late = await engine.remember("Fridays.", { supersedes });
    const again = await engine.remember("Fridays.", { supersedes });
    expect([again.outcome, again.note.artifact]).toEqual(["seen", late.note.artifact]);
    await expect(engine.remember("Sundays.", { supersedes })).rejects.toMatchObject({
      code: "note_invalid",
      message: expect.stringContaining(late.note.artifact),
    });
    await expect(
      engine.remember("Sundays.", { supersedes: "artifact://memory/note/0000000000000000" }),
    ).rejects.toMatchObject({ code: "note_invalid" });
    await expect(engine.remember("Sundays.", { supersedes: "a b" })).rejects.toMatchObject({
      code: "note_invalid",
    });
    expect((await engine.notes({ superseded: true })).noteCount).toBe(2);
  });
});

describe("a note that an agent writes", () => {
  it("is agent-generated in every answer for ever, also beside the same words of a person (COR-24)", async () => {
    const { engine } = await aDesk();
    const agent = await engine.remember("The kiln may be cracked.", { byAgent: true });
    const person = await engine.remember("The kiln may be cracked.");
    const late = await engine.remember("The kiln is cracked.", {
      supersedes: agent.note.artifact,
    });
    expect([agent, person, late].map(({ note }) => note.origin)).toEqual([
      "agent-generated",
      "authored",
      "authored",
    ]);
    const isMarked = (one: { origin: string; marks?: readonly string[] | undefined }) =>
      one.origin === "agent-generated" && one.marks?.includes("agent") === true;
    const { hits } = await engine.search("kiln cracked", { sources: ["memory"] });
    const marked = hits.filter(({ origin, entry }) => isMarked({ origin, marks: entry?.marks }));
    expect(marked.map(({ artifact }) => artifact)).toEqual([agent.note.artifact]);
    expect(marked[0]?.entry?.role).toBe("assistant");
    const { events } = await engine.timeline("", { sources: ["memory"] });
    expect(events.filter(isMarked).map(({ artifact }) => artifact)).toEqual([agent.note.artifact]);
    const { notes } = await engine.notes({ superseded: true });
    expect(notes.filter(isMarked).map(({ artifact }) => artifact)).toEqual([agent.note.artifact]);
  });
});

describe("secrets in a note", () => {
  it("are taken out of text, title, evidence and session before anything is written, and counted by kind", async () => {
    const { engine, workspace } = await aDesk();
    const { note, redactions } = await engine.remember(`Use ${TOKEN} here.`, {
      title: `Key ${TOKEN}`,
      evidence: `ticket of ${TOKEN}`,
      session: TOKEN,
    });
    expect(redactions).toEqual([{ kind: "github-token", count: 3 }]);
    expect(note.text).toBe("Use [redacted:github-token] here.");
    expect(note.title).toBe("Key [redacted:github-token]");
    expect(note.evidence).toBe("ticket of [redacted:github-token]");
    await engine.close();
    expect(findInFolder(workspace.dataFolder, TOKEN_BODY)).toEqual([]);
    expect(findInFolder(workspace.dataFolder, "memory.db")).not.toEqual([]);
  });

  it("of every known form leave nothing of themselves in the data folder", async () => {
    const { engine, workspace } = await aDesk();
    for (const { text } of secretSamples()) await engine.remember(`A note. ${text}`);
    await engine.close();
    const found = secretSamples().flatMap(({ kind, secret }) =>
      findInFolder(workspace.dataFolder, secret).map((place) => `${kind}: ${place}`),
    );
    expect(found).toEqual([]);
  });
});

describe("a note that is refused", () => {
  it("was forgotten: it is not brought back, and the refusal says so", async () => {
    const { engine } = await aDesk();
    const { note } = await engine.remember("The word is marmalade.");
    await engine.forget({ references: [note.artifact] }, { confirmed: true });
    await expect(engine.remember("The word is marmalade.")).rejects.toMatchObject({
      code: "note_invalid",
      message: expect.stringContaining("forgotten"),
    });
    expect((await engine.notes()).noteCount).toBe(0);
  });

  it.each([
    ["no text", " \n", {}],
    ["a kind of two words", "a", { kind: "Big Fact" }],
    ["a title as long as a page", "a", { title: "x".repeat(201) }],
    ["more than a million characters", "a".repeat(1_000_001), {}],
  ])("has %s", async (_what, text, options) => {
    const { engine } = await aDesk();
    await expect(engine.remember(text, options)).rejects.toMatchObject({ code: "note_invalid" });
    expect((await engine.notes()).noteCount).toBe(0);
  });

  it("met a store that is locked, and nothing claims that it was kept", async () => {
    const { engine, workspace } = await aDesk();
    await engine.remember("First.");
    await engine.close();
    const settled = aSettledCopy(workspace);
    await lockDatabase(`${settled.dataFolder}/memory.db`);
    const other = await settled.open();
    await expect(other.remember("Second.")).rejects.toMatchObject({ code: "store_busy" });
    const { completeness, noteCount } = await other.notes();
    expect(noteCount).toBe(0);
    expect(completeness.complete).toBe(false);
  });

  it("fits no answer of 2,000 bytes whole: what is shown is cut on whole lines and cited so (BUD-11)", async () => {
    const { engine } = await aDesk();
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index} of the note`);
    const response = await engine.remember(lines.join("\n"), { capBytes: 2_000 });
    const { note, budget } = response;
    expect(budget.usedBytes).toBeLessThanOrEqual(2_000);
    expect(lines.join("\n").startsWith(`${note.text}\n`)).toBe(true);
    expect(note.citation.endLine).toBe(note.text.split("\n").length);
    expect((await engine.verify([citationOf(note)])).checks[0]?.resolved).toBe("exact");
  });
});

describe("a note of one project", () => {
  it("is neither found, listed nor opened in another, by no reference to it (SCO-10)", async () => {
    const [own, other] = [aWorkspace({ "a.md": "# A\n" }), aWorkspace({ "a.md": "# A\n" })];
    const { note } = await (await own.open()).remember("The seal of kiln two was ordered");
    const engine = await other.open();
    await engine.remember("A note of its own");
    expect((await engine.search("seal kiln ordered")).hits).toEqual([]);
    expect((await engine.notes()).notes.map(({ title }) => title)).toEqual(["A note of its own"]);
    expect((await engine.timeline("", { sources: ["memory"] })).events).toHaveLength(1);
    const unknown = expect.objectContaining({ code: "entry_unknown" });
    await expect(engine.open(note.artifact)).rejects.toThrow(unknown);
    const { checks } = await engine.verify([citationOf(note)]);
    expect(checks).toMatchObject([{ resolved: "version_unknown" }]);
  });
});
