import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type BundleResponse, citationOf, type Engine } from "../../src/index.ts";
import { STORE_NAMES } from "../../src/model/artifact.ts";
import { aCapture, aMessage, aNote } from "../builders/a-kept-project.ts";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { keepEntries } from "../builders/kept-entries.ts";

/** Words that only the other project says, and words of entries whose project nobody knows. */
const OTHERS = "quillwort";
const NOBODYS = "sandpiper";
const QUESTION = `who owns the ledger, ${OTHERS} or ${NOBODYS}`;

const aText = (word: string): string => `The ${word} desk owns the ledger.`;

/** A project with one text of its own and one of unknown project in every store. */
async function aProject(own: string): Promise<TestWorkspace> {
  const workspace = aWorkspace({ "docs/owners.md": aPage("Owners", aText(own)) });
  const kinds = { sessions: aMessage, memory: aNote, captures: aCapture };
  for (const name of STORE_NAMES) {
    const aKept = kinds[name];
    await keepEntries(workspace.root, name, [
      aKept(aText(own), { path: `a/${own}` }),
      aKept(aText(NOBODYS), { path: "a/stray", attribution: "unknown" }),
    ]);
  }
  return workspace;
}

/** Large enough for every answer of these tests. */
const ROOMY = { capBytes: 500_000 };

type Call = (engine: Engine) => Promise<unknown>;

/** Every call of the library, asked as widely as it can be without asking for the quarantine. */
const CALLS: Readonly<
  Record<Exclude<keyof Engine, "workspace" | "dataFolder" | "locate" | "close">, Call>
> = {
  search: (engine) => engine.search(QUESTION, { limit: 100, explain: true, trace: true, ...ROOMY }),
  timeline: (engine) => engine.timeline("", { newest: 1_000, trace: true, ...ROOMY }),
  open: (engine) => engine.open("docs/owners.md"),
  verify: (engine) => engine.verify(["docs/owners.md:1-3"]),
  map: (engine) => engine.map({ detail: "full", ...ROOMY }),
  explain: (engine) => engine.explain(QUESTION, "docs/owners.md:5"),
  refresh: (engine) => engine.refresh({ rebuild: true }),
  import: (engine) => engine.import({ from: "jsonl" }),
  observe: (engine) =>
    engine.observe("docs/owners.md", {
      at: "2026-10-15T08:00:00Z",
      evidence: "ticket 4",
      expires: "2026-10-22T08:00:00Z",
    }),
  remember: (engine) => engine.remember("The harbor desk keeps the rota."),
  notes: (engine) => engine.notes({ superseded: true, limit: 1_000, ...ROOMY }),
  capture: (engine) =>
    engine.capture([process.execPath, "-e", "console.log('done')"], { query: QUESTION }),
  put: (engine) => engine.put(Buffer.from("done\n"), { query: QUESTION }),
  forget: (engine) => engine.forget({ query: OTHERS }),
  secrets: (engine) => engine.secrets(),
  bundle: (engine) => aBundle(engine),
  expand: async (engine) => {
    const { exhibits, ledger } = await aBundle(engine);
    const [label] = exhibits.flatMap((exhibit) =>
      exhibit.expansions.length > 0 ? exhibit.label : [],
    );
    if (label === undefined) throw new Error("nothing can be expanded");
    return engine.expand(label, { because: "it is short", bundle: ledger });
  },
  ledger: async (engine) => [await aBundle(engine), await engine.ledger(ROOMY)],
  ledgerEntry: async (engine) => engine.ledgerEntry((await aBundle(engine)).ledger, ROOMY),
  outcome: async (engine) =>
    engine.outcome((await aBundle(engine)).ledger, { outcome: "success", note: "done" }),
  used: async (engine) => engine.used((await aBundle(engine)).ledger, "The desk owns it [E1]."),
  why: async (engine) => engine.why((await aBundle(engine)).ledger, { needed: "docs/owners.md" }),
  status: (engine) => engine.status(),
  doctor: (engine) => engine.doctor(),
};

/** A bundle of everything that any store of the project would show. */
function aBundle(engine: Engine): Promise<BundleResponse> {
  const wide = { capTokens: 20_000, policy: "preload-all", recent: 50, ...ROOMY };
  return engine.bundle("who owns the ledger?", wide);
}

/** What is said back of a question is the question's. */
function withoutQuestion(response: unknown): string {
  return JSON.stringify(response, (key, value: unknown) =>
    ["query", "question", "unmatched", "subject", "words", "terms"].includes(key)
      ? undefined
      : value,
  ).replaceAll(QUESTION, "");
}

describe("two projects beside each other", () => {
  it.each(Object.entries(CALLS))(
    "share nothing in what %s says, nor is there a word of what nobody owns (SCO-05, SCO-06, SCO-09)",
    async (_, call) => {
      const [own, other] = [await aProject("harbor"), await aProject(OTHERS)];
      await (await other.open()).search(QUESTION);
      const engine = await own.open();
      const told = withoutQuestion(await call(engine));
      expect(told).not.toContain(OTHERS);
      expect(told).not.toContain(NOBODYS);
      expect(told).not.toContain(other.root);
    },
  );

  it("resolve no reference and no citation of the other's, by no call that takes one (SCO-05)", async () => {
    const [own, other] = [await aProject("harbor"), await aProject(OTHERS)];
    const theirs = (await (await other.open()).search(OTHERS, { limit: 100 })).hits;
    expect(new Set(theirs.map(({ excerpt }) => excerpt)).size).toBeGreaterThan(0);
    const engine = await own.open();
    await engine.refresh();
    for (const hit of theirs) {
      const citation = citationOf(hit);
      const { checks } = await engine.verify([citation]);
      expect(checks[0]?.resolved).toBe("version_unknown");
      await expect(engine.open(citation)).rejects.toMatchObject({ name: "EngineError" });
      const { entryCount } = await engine.forget({ references: [citation] });
      expect(entryCount).toBe(0);
    }
  });
});

describe("a scope", () => {
  it("holds in every store that is there, also where others are not: none of them filters for another (SCO-02)", async () => {
    for (const name of STORE_NAMES) {
      const workspace = aWorkspace();
      const aKept = { sessions: aMessage, memory: aNote, captures: aCapture }[name];
      await keepEntries(workspace.root, name, [
        aKept(aText("harbor"), { path: "a/own" }),
        aKept(aText(NOBODYS), { path: "a/stray", attribution: "unknown" }),
      ]);
      for (const missing of STORE_NAMES.filter((store) => store !== name)) {
        expect(existsSync(join(workspace.dataFolder, `${missing}.db`))).toBe(false);
      }
      const engine = await workspace.open();
      const { hits } = await engine.search("ledger");
      expect(hits.map(({ excerpt }) => excerpt)).toEqual([aText("harbor")]);
      const { events } = await engine.timeline();
      expect(events.map(({ text }) => text)).toEqual([aText("harbor")]);
      const asked = await engine.search("ledger", { quarantined: true });
      expect(asked.hits.filter(({ entry }) => entry?.quarantined)).toHaveLength(1);
    }
  });
});
