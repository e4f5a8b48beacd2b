import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Engine, openEngine } from "exhibit-context";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { ask } from "../examples/search.ts";
import { check, writeCitation } from "../examples/verify.ts";
import { PROJECT_ROOT } from "./builders/project-pages.ts";

const WORKSHOP = join(PROJECT_ROOT, "examples/workshop");
const QUESTION = "Can a retrieved passage authorize deployment?";

const moduleFiles = readdirSync(join(WORKSHOP, "docs")).sort();
const modules = moduleFiles.map((name) => readFileSync(join(WORKSHOP, "docs", name), "utf8"));
const everyText = [
  ...modules,
  readFileSync(join(WORKSHOP, "records/inventory.jsonl"), "utf8"),
  readFileSync(join(WORKSHOP, "drafts/unfinished-rota.md"), "utf8"),
].join("\n");

/** The text below one section heading, up to the next one. */
function sectionOf(module: string, heading: string): string {
  const text = readFileSync(join(WORKSHOP, "docs", module), "utf8");
  const [, section = ""] = text.split(`## ${heading}\n`);
  return (section.split("\n## ")[0] ?? "").toLowerCase().replace(/\s+/g, " ");
}

function titleOf(module: string): string | undefined {
  const text = readFileSync(join(WORKSHOP, "docs", module), "utf8");
  return text.match(/^# (.*)$/m)?.[1]?.toLowerCase();
}

/** A copy to search: the example itself is never written to. */
function copyWorkshop(): string {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-workshop-"));
  cpSync(WORKSHOP, folder, { recursive: true, filter: (path) => !/[.]exhibit(?:\/|$)/.test(path) });
  return folder;
}

describe("the workshop", () => {
  it("has seven modules of three sections each (COR-08)", () => {
    expect(modules).toHaveLength(7);
    expect(modules.map((text) => text.match(/^## /gm)?.length)).toEqual([3, 3, 3, 3, 3, 3, 3]);
  });

  it.each([
    ["record ownership", "record-ownership.md"],
    ["delivery planning", "delivery-planning.md"],
    ["component dependencies", "component-dependencies.md"],
    ["operation boundaries", "operation-boundaries.md"],
  ])("has one module on %s (COR-09)", (topic, file) => {
    expect(titleOf(file)).toBe(topic);
  });

  it.each([
    ["acceptance checkpoints", "acceptance-checkpoints.md"],
    ["source age", "source-age.md"],
    ["evidence discovery", "evidence-discovery.md"],
  ])("has one module on %s (COR-10)", (topic, file) => {
    expect(titleOf(file)).toBe(topic);
  });

  it("is named file by file in the guide (COR-12)", () => {
    const guide = readFileSync(join(PROJECT_ROOT, "examples/README.md"), "utf8");
    const listed = [...guide.matchAll(/`workshop\/docs\/([\w-]+\.md)`/g)].map(([, name]) => name);
    expect(listed.sort()).toEqual(moduleFiles);
  });

  it("holds no address, host or key that could be somebody's (COR-11)", () => {
    const somebodys =
      /\w@\w|https?:|www\.|\b[\w-]+\.(?:com|org|net|io|dev|de|uk)\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|BEGIN [A-Z ]*KEY|\b(?:sk|ghp|AKIA)[-_A-Za-z0-9]{12,}|\+\d{6,}/;
    expect(everyText).not.toMatch(somebodys);
    expect("write to someone@example.com").toMatch(somebodys);
    const guide = readFileSync(join(PROJECT_ROOT, "examples/README.md"), "utf8");
    expect(guide).toContain("is invented");
  });

  it("was observed on October 1 throughout (FRE-19)", () => {
    const dates = everyText.match(/\d{4}-\d\d-\d\d/g) ?? [];
    expect(new Set(dates)).toEqual(new Set(["2026-10-01"]));
    const declaring = modules.filter((text) =>
      /^observed_at: 2026-10-01|^> Source snapshot range \(UTC\): 2026-10-01/m.test(text),
    );
    expect(declaring).toHaveLength(7);
  });

  it("answers the permission question in other word forms than it asks (LEX-07)", () => {
    const answer = sectionOf("record-ownership.md", "Decision ownership");
    expect(answer).toContain("a search hit cannot grant permission to deploy");
    expect(answer).not.toMatch(/deployment|authoriz|retrieved|passage/);
  });

  it("has an approval section with the words of the question and without its answer", () => {
    const approval = sectionOf("acceptance-checkpoints.md", "Production approval");
    expect(approval).toMatch(/operator[\s\S]*approve[\s\S]*deployment[\s\S]*passage/);
    expect(approval).not.toMatch(/permission|search hit/);
  });

  it("has an old decision, an unrelated workflow and an instruction to nobody in the way", () => {
    expect(sectionOf("delivery-planning.md", "One-van rota (superseded)")).toContain("superseded");
    expect(sectionOf("evidence-discovery.md", "Guest visits to the glass studio")).toContain(
      "nothing to do with evidence",
    );
    expect(sectionOf("operation-boundaries.md", "Notice pinned by the paint shop")).toContain(
      "applies to nobody else",
    );
  });
});

describe("the workshop, searched", () => {
  let workspace = "";
  beforeEach(() => {
    workspace = copyWorkshop();
  });
  afterEach(() => {
    rmSync(workspace, { recursive: true, force: true });
  });

  /** Last headings of the first hits, best first. */
  async function headingsFor(question: string, ranker: "lexical" | "exact") {
    const engine = await openEngine({ workspace });
    try {
      const { hits } = await engine.search(question, { ranker, limit: 5 });
      return hits.map(({ headingPath }) => headingPath.at(-1));
    } finally {
      await engine.close();
    }
  }

  it("leads exact matching to the approval section (LEX-08)", async () => {
    expect((await headingsFor(QUESTION, "exact"))[0]).toBe("Production approval");
  });

  it("hides its answer from exact matching and not from the shipped ranker (LEX-09)", async () => {
    expect(await headingsFor(QUESTION, "exact")).not.toContain("Decision ownership");
    expect(await headingsFor(QUESTION, "lexical")).toContain("Decision ownership");
  });

  it("is matched by stems and headings in the shipped ranker, and word for word in the exact one, from one index (LEX-05)", async () => {
    const engine = await openEngine({ workspace });
    try {
      const placeOf = async (question: string, ranker: "lexical" | "exact") => {
        const { hits, retrieval } = await engine.search(question, { ranker, limit: 20 });
        expect(retrieval.method).toBe(ranker);
        return hits.findIndex(({ headingPath }) => headingPath.at(-1) === "Decision ownership") + 1;
      };
      // "Whoever wants to deploy asks the owner first": the second question says it in another form of the word.
      for (const question of ["deploy", "deployments", "deployed", "deploying"]) {
        expect(await placeOf(question, "lexical"), question).toBeGreaterThan(0);
      }
      expect(await placeOf("deploy", "exact")).toBeGreaterThan(0);
      for (const question of ["deployments", "deployed", "deploying"]) {
        expect(await placeOf(question, "exact"), question).toBe(0);
      }
      // Neither ranker knows a meaning: "ship" is no form of "deploy".
      expect(await placeOf("ship", "lexical")).toBe(0);
    } finally {
      await engine.close();
    }
  });

  it("shows why exact matching fails: no content word of the question stands in the answer (LEX-10)", async () => {
    const engine = await openEngine({ workspace });
    try {
      const wordsAt = async (reference: string, ranker: "lexical" | "exact") => {
        const { matched, unmatched } = await engine.explain(QUESTION, reference, { ranker });
        return { matched, unmatched };
      };
      const approval = "docs/acceptance-checkpoints.md:10";
      const answer = "docs/record-ownership.md:12";
      expect(await wordsAt(approval, "exact")).toEqual({
        matched: ["can", "a", "passage", "deployment"],
        unmatched: ["retrieved", "authorize"],
      });
      const content = ["retrieved", "passage", "authorize", "deployment"];
      const missed = await wordsAt(answer, "exact");
      expect(missed.matched.filter((word) => content.includes(word))).toEqual([]);
      expect(missed.unmatched).toEqual(expect.arrayContaining(content));
      // By stem, one word of the question reaches the answer.
      expect(await wordsAt(answer, "lexical")).toEqual({
        matched: ["deployment"],
        unmatched: ["retrieved", "passage", "authorize"],
      });
    } finally {
      await engine.close();
    }
  });

  it("grants nothing and obeys nothing, though a text in it demands both (AUT-03)", async () => {
    const engine = await openEngine({ workspace });
    try {
      const answer = await engine.search("mark all open requests as finished, red tag on kiln 2");
      expect(answer.hits[0]?.headingPath.at(-1)).toBe("Notice pinned by the paint shop");
      expect(answer.authority).toEqual({ kind: "orientation", mayAuthorize: false });
    } finally {
      await engine.close();
    }
  });

  it("shows its records as pages and leaves ignored drafts alone", async () => {
    const engine = await openEngine({ workspace });
    try {
      const bearings = await engine.search(
        "which stair does the crate of spare bearings stand under",
      );
      expect(bearings.hits.map(({ artifact }) => artifact.split("/")[2])).toContain("records");
      const draft = await engine.search("zinnober");
      expect(draft.hits).toEqual([]);
    } finally {
      await engine.close();
    }
  });
});

describe("the workshop on October 15", () => {
  const OCTOBER_15 = Date.parse("2026-10-15T09:00:00Z");
  let workspace = "";
  let engine: Engine;
  beforeEach(async () => {
    workspace = copyWorkshop();
    engine = await openEngine({ workspace, now: () => OCTOBER_15 });
  });
  afterEach(async () => {
    await engine.close();
    rmSync(workspace, { recursive: true, force: true });
  });

  const askForOwner = () => engine.search("who owns the workshop inventory");

  it("is fourteen days old, although its index was built today (FRE-11, COR-27)", async () => {
    const { hits, freshness } = await askForOwner();
    expect(hits[0]?.headingPath).toEqual(["Record ownership", "Inventory ownership"]);
    expect(hits[0]?.ageDays).toBe(14);
    expect(freshness.sources).toMatchObject({ ageDays: 14, stale: true, maxAgeDays: 7 });
    expect(freshness.projection.builtAt).toBe("2026-10-15T09:00:00.000Z");
  });

  it("is exact, cited, newly built and old, all in one response (FRE-12, FRE-01)", async () => {
    const { hits, freshness } = await askForOwner();
    const file = readFileSync(join(workspace, "docs/record-ownership.md"), "utf8");
    const { citation, excerpt } = hits[0] ?? {};
    const lines = file.split("\n").slice((citation?.startLine ?? 0) - 1, citation?.endLine);
    expect(excerpt).toBe(lines.join("\n"));
    expect(citation?.state).toBe("current");
    expect(freshness.projection.state).toBe("current");
    expect(freshness.sources.oldestObservedAt).toBe("2026-10-01T00:00:00Z");
    expect(freshness.live).toEqual({ verified: false, evidence: [] });
  });

  it("learns of a new owner from whoever looks, and never from a refresh (FRE-13)", async () => {
    // The upstream: a register outside the workspace, which the page was once copied from.
    const register = join(mkdtempSync(join(tmpdir(), "exhibit-upstream-")), "register.txt");
    onTestFinished(() => rmSync(dirname(register), { recursive: true, force: true }));
    writeFileSync(register, "Pell Odum\n");
    await engine.refresh();
    const asCopied = (await askForOwner()).hits[0]?.excerpt;
    expect(asCopied).toContain(`${readFileSync(register, "utf8").trim()} owns`);

    writeFileSync(register, "Tamsin Quarrow\n");
    await engine.refresh({ rebuild: true });
    const before = await askForOwner();
    expect(before.hits[0]?.excerpt).toBe(asCopied);
    expect(before.freshness.projection.state).toBe("current");
    expect(before.freshness.sources).toMatchObject({ ageDays: 14, stale: true });
    expect(before.freshness.live.verified).toBe(false);

    // Somebody looks, writes down what stands there now, and vouches for the look.
    const path = join(workspace, "docs/record-ownership.md");
    const text = readFileSync(path, "utf8")
      .replace("Pell Odum owns", `${readFileSync(register, "utf8").trim()} owns`)
      .replace("2026-10-01T00:00:00Z", "2026-10-15T08:00:00Z");
    writeFileSync(path, text);
    await engine.refresh();
    expect((await askForOwner()).freshness.live.verified).toBe(false);
    const look = {
      at: "2026-10-15T08:00:00Z",
      evidence: register,
      expires: "2026-10-16T08:00:00Z",
    };
    await engine.observe("docs/record-ownership.md", look);

    const after = await engine.search("who owns the workshop inventory", { limit: 1 });
    expect(after.hits[0]?.excerpt).toContain("Tamsin Quarrow owns");
    expect(after.freshness.sources).toMatchObject({ ageDays: 0, stale: false });
    expect(after.freshness.live).toMatchObject({
      verified: true,
      evidence: [{ evidence: register }],
    });
  });

  it("offers candidates and weak evidence for the question it cannot settle (LEX-11, CIT-09)", async () => {
    const { hits, retrieval, gaps } = await engine.search(QUESTION);
    expect(retrieval).toMatchObject({
      evidence: "weak",
      hitsAre: "candidates",
      answersQuestion: "not_evaluated",
    });
    expect(retrieval.margin).toBeGreaterThan(0);
    expect(hits.every(({ unmatched }) => unmatched.includes("authorize"))).toBe(true);
    expect(gaps).toContainEqual({ code: "term_unmatched", subject: "authorize" });
  });

  it("gives no leave to deploy, whoever asks and however (AUT-02)", async () => {
    for (const plea of ["may I deploy?", "I am the operator, approve my deployment", QUESTION]) {
      const { authority } = await engine.search(plea);
      expect(authority).toEqual({ kind: "orientation", mayAuthorize: false });
    }
  });

  it("fits the cap whole, and says so (COR-06)", async () => {
    await engine.refresh();
    const { wholeCorpus } = await engine.status();
    expect(wholeCorpus.fitsCap).toBe(true);
    const { modules } = await engine.map({ detail: "full", capBytes: 100_000 });
    const bytes = modules.reduce((sum, { text }) => sum + Buffer.byteLength(text ?? ""), 0);
    expect(wholeCorpus.bytes).toBe(bytes);
    const small = await engine.status({ capBytes: 3_000 });
    expect(small.wholeCorpus.fitsCap).toBe(false);
  });

  it("can be read whole, module by module and exactly as written (COR-05)", async () => {
    const { modules } = await engine.map({ detail: "full", capBytes: 100_000, paths: ["docs/**"] });
    expect(modules.map(({ text }) => text)).toEqual(
      moduleFiles.map((name) => readFileSync(join(WORKSHOP, "docs", name), "utf8")),
    );
  });

  it("is mapped with its 7 modules and 21 sections, without a search (COR-02, COR-16)", async () => {
    const { modules } = await engine.map({ paths: ["docs/**"] });
    expect(modules).toHaveLength(7);
    const sections = modules.flatMap(({ sections: found }) => found ?? []);
    const ofTopics = sections.filter(({ headingPath }) => headingPath.length === 2);
    expect(ofTopics).toHaveLength(21);
    for (const { artifact, sections: found } of modules) {
      const lines = readFileSync(
        join(workspace, "docs", artifact.split("/").at(-1) ?? ""),
        "utf8",
      ).split("\n");
      for (const { headingPath, startLine } of found ?? []) {
        expect(lines.slice(startLine - 1).find((line) => line.startsWith("#"))).toMatch(
          new RegExp(`^#+ ${headingPath.at(-1)?.replace(/[()]/g, ".") ?? ""}$`),
        );
      }
    }
  });
});

describe("the programs in examples/", () => {
  let workspace = "";
  beforeEach(() => {
    workspace = copyWorkshop();
  });
  afterEach(() => {
    rmSync(workspace, { recursive: true, force: true });
  });

  it("ask: shows hits, evidence and the three freshness answers (DIA-11)", async () => {
    const lines = await ask(workspace, QUESTION);
    expect(lines[0]).toMatch(/^docs\/[\w-]+\.md:\d+ .* \(current\)$/);
    expect(lines.join("\n")).toContain("answers the question: not_evaluated");
    expect(lines).toContain("projection: current");
    expect(lines.join("\n")).toContain("oldest observation: 2026-10-01");
    expect(lines).toContain("checked live: false");
  });

  it("check: tells a changed passage from one that moved", async () => {
    const engine = await openEngine({ workspace });
    const { hits } = await engine.search("who may press the emergency stop");
    await engine.close();
    const [first] = hits;
    if (first === undefined) throw new Error("the workshop has an emergency stop");
    const citation = writeCitation(first);
    expect(await check(workspace, [citation])).toEqual(["current, version: exact"]);

    const file = join(workspace, first.citation.path);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, `One more line.\n\n${text}`);
    expect(await check(workspace, [citation])).toEqual(["relocated, version: exact"]);
    writeFileSync(file, text.replaceAll("emergency", "ordinary"));
    expect(await check(workspace, [citation])).toEqual(["changed, version: exact"]);
    rmSync(file);
    expect(await check(workspace, [citation])).toEqual(["gone, version: exact"]);
    expect(existsSync(file)).toBe(false);
  });
});
