import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { citationOf, type Engine, renderBundle } from "../../src/index.ts";
import { COUNTER } from "../builders/a-laid-out-bundle.ts";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { findInFolder } from "../builders/find-in-folder.ts";
import { PROJECT_ROOT } from "../builders/project-pages.ts";

const TASK = "who may approve a deployment to the signal line?";

/** A workspace in which two texts answer, one of them in conflict with an older one, and the rest are about other things. */
function aLine(): TestWorkspace {
  const others = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `docs/kiln-${index}.md`,
      aPage(
        `Kiln ${index}`,
        `Kiln number ${index} cools for nine hours before a signal opens it again.`,
      ),
    ]),
  );
  return aWorkspace({
    ...others,
    "docs/approval.md": aPage(
      "Approval",
      "Only the owner of the signal line may approve a deployment to it. The approval is written down with the day.",
      "2026-10-10",
    ),
    "docs/old-approval.md": aPage(
      "Old approval",
      "Only the Harbor Master of the signal line may approve a deployment to it. The approval is written down with the day.",
      "2025-01-02",
    ),
    "docs/signals.md": aPage("Signals", "A signal is raised when the line is busy."),
  });
}

async function open(workspace: TestWorkspace = aLine()): Promise<Engine> {
  return workspace.open();
}

describe("a bundle", () => {
  it("admits some candidates, names others, and says of all why (ADM-01, ADM-08)", async () => {
    const bundle = await (await open()).bundle(TASK, { capTokens: 8_000, capBytes: 40_000 });
    expect(bundle).toMatchObject({ schema: "exhibit.bundle/1", task: TASK, ledger: "B1" });
    expect(bundle.policyVersion).toMatch(/^lexgate\/\d+:lean/);
    const admitted = bundle.exhibits.map(({ citation }) => citation.path);
    expect(admitted).toContain("docs/approval.md");
    expect(admitted.some((path) => path.includes("kiln"))).toBe(false);
    expect(bundle.pool.candidates).toBeGreaterThan(bundle.exhibits.length);
    const decided = new Set(
      bundle.decisions.flatMap((each) => ("candidate" in each ? [each.candidate] : [])),
    );
    expect(decided.size).toBe(bundle.pool.candidates);
  });

  it("shows nothing but citations that verify, each text exactly what it cites (CIT-14)", async () => {
    const engine = await open();
    const { exhibits } = await engine.bundle(TASK, { capTokens: 8_000, capBytes: 40_000 });
    const checks = await engine.verify(
      exhibits.map((exhibit) => ({
        citation: citationOf(exhibit),
        excerptSha256: exhibit.citation.excerptSha256,
        excerpt: exhibit.text,
      })),
    );
    expect(checks.checks.map(({ resolved }) => resolved)).toEqual(exhibits.map(() => "exact"));
    expect(exhibits.length).toBeGreaterThan(0);
  });

  it("keeps two texts that differ in a name side by side, flagged, with their dates (AUT-09, FRE-23)", async () => {
    const { exhibits } = await (await open()).bundle(TASK, { capTokens: 8_000, capBytes: 40_000 });
    const byPath = new Map(exhibits.map((exhibit) => [exhibit.citation.path, exhibit]));
    const [now, old] = [byPath.get("docs/approval.md"), byPath.get("docs/old-approval.md")];
    expect(now?.conflictsWith).toEqual([old?.label]);
    expect(old?.conflictsWith).toEqual([now?.label]);
    expect(old).toMatchObject({ ageClass: "outdated", observed: { at: "2025-01-02" } });
  });

  it("decides the same twice, byte for byte but for its ledger id (DIS-14)", async () => {
    const engine = await open();
    const options = { record: false, form: "markdown" } as const;
    const [first, second] = [
      await engine.bundle(TASK, options),
      await engine.bundle(TASK, options),
    ];
    expect(await renderBundle(second, "markdown")).toBe(await renderBundle(first, "markdown"));
  });

  it.each(["json", "markdown", "xml"] as const)(
    "keeps its caps in the form that is emitted: %s",
    async (form) => {
      const engine = await open();
      for (const [capTokens, capBytes] of [
        [2_500, 12_000],
        [8_000, 4_000],
      ] as const) {
        const bundle = await engine.bundle(TASK, { form, capTokens, capBytes });
        const rendering = await renderBundle(bundle, form);
        expect(Buffer.byteLength(rendering)).toBe(bundle.budget.usedBytes);
        expect(COUNTER.count(rendering)).toBe(bundle.budget.usedTokens);
        expect(bundle.budget.usedBytes).toBeLessThanOrEqual(capBytes);
        expect(bundle.budget.usedTokens).toBeLessThanOrEqual(capTokens);
      }
    },
  );

  it("keeps no secret of the task, nor of a reason to see more", async () => {
    const workspace = aLine();
    const engine = await open(workspace);
    const secret = ["gh", "p_", "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fLaB3d"].join("");
    const bundle = await engine.bundle(`${TASK} with token ${secret}`);
    expect(bundle.task).toContain("[redacted:");
    const [label] = [...bundle.deferred, ...bundle.exhibits].map((each) => each.label);
    if (label === undefined) throw new Error("nothing was shown");
    await engine.expand(label, { because: `needed for ${secret}` }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "expansion_refused" });
    });
    const { bundles } = await engine.ledger();
    const entries = await Promise.all(bundles.map(({ id }) => engine.ledgerEntry(id)));
    expect(entries.length).toBeGreaterThan(0);
    expect(JSON.stringify([bundle, ...entries])).not.toContain(secret);
    expect(findInFolder(workspace.dataFolder, secret)).toEqual([]);
  });

  it("leaves no trace when told so, and says so", async () => {
    const workspace = aLine();
    const engine = await open(workspace);
    const bundle = await engine.bundle(TASK, { record: false });
    expect(bundle.ledger).toBe("none");
    expect(existsSync(join(workspace.dataFolder, "ledger.db"))).toBe(false);
    expect(await renderBundle(bundle, "markdown")).toContain("not recorded");
  });

  it("answers although its ledger cannot be written, names it, and claims no record", async () => {
    const workspace = aLine();
    const engine = await open(workspace);
    await engine.bundle(TASK);
    const path = join(workspace.dataFolder, "ledger.db");
    await engine.close();
    for (const file of ["ledger.db-wal", "ledger.db-shm"]) workspace.remove(`.exhibit/${file}`);
    writeFileSync(path, Buffer.alloc(8_192, 7));
    const bundle = await (await open(workspace)).bundle(TASK);
    expect(bundle.ledger).toBe("none");
    expect(bundle.gaps).toContainEqual(
      expect.objectContaining({ code: "source_failed", subject: "ledger" }),
    );
    expect(bundle.exhibits.length).toBeGreaterThan(0);
    // A damaged ledger is never replaced.
    expect(readFileSync(path).every((byte) => byte === 7)).toBe(true);
  });

  it("takes a text that somebody adds, whatever the search finds, and lines of it (GRA-02)", async () => {
    const engine = await open();
    const bundle = await engine.bundle(TASK, {
      files: ["docs/kiln-3.md:7"],
      policy: "preload-all",
      capTokens: 20_000,
      capBytes: 100_000,
    });
    const added = bundle.exhibits.find(({ citation }) => citation.path === "docs/kiln-3.md");
    expect(added?.citation).toMatchObject({ startLine: 7, endLine: 7 });
    expect(added?.text).toBe("Kiln number 3 cools for nine hours before a signal opens it again.");
  });

  it("decides about a pool that was frozen before, without searching", async () => {
    const workspace = aLine();
    const engine = await open(workspace);
    const { gatherForTest } = await import("../builders/gather-for-test.ts");
    const pool = await gatherForTest(workspace, TASK);
    workspace.remove("docs/signals.md");
    const [first, second] = [
      await engine.bundle(TASK, { pool, policy: "top-k:2", record: false }),
      await engine.bundle("another question", { pool, policy: "top-k:2", record: false }),
    ];
    expect(second.exhibits).toEqual(first.exhibits);
    expect(first.completeness.sources.every(({ status }) => status === "not_asked")).toBe(true);
  });

  it("refuses what would do nothing, by name", async () => {
    const engine = await open();
    await expect(engine.bundle("  ")).rejects.toMatchObject({ code: "query_empty" });
    await expect(engine.bundle(TASK, { policy: "lexgat" })).rejects.toMatchObject({
      code: "policy_unknown",
    });
    await expect(engine.bundle(TASK, { pinned: ["docs/approval.md"] })).rejects.toMatchObject({
      code: "option_invalid",
    });
    await expect(engine.bundle(TASK, { capTokens: 0 })).rejects.toMatchObject({
      code: "option_invalid",
    });
    await expect(engine.bundle(TASK, { capTokens: 30 })).rejects.toMatchObject({
      code: "token_cap_too_small",
    });
  });

  it("admits what is pinned and names the rest under the policy hybrid (ADM-40)", async () => {
    const engine = await open();
    const bundle = await engine.bundle(TASK, {
      policy: "hybrid",
      pinned: ["docs/kiln-3.md"],
      capTokens: 8_000,
      capBytes: 40_000,
    });
    expect(bundle.exhibits.map(({ citation }) => citation.path)).toEqual(["docs/kiln-3.md"]);
    expect(bundle.deferred.length).toBeGreaterThan(0);
  });

  it("admits pinned lines alone, and no others of their text (ADM-40)", async () => {
    const workspace = aWorkspace({
      "docs/long.md": aPage(
        "Long",
        "## One\n\nThe signal line.\n\n## Two\n\nApprove a deployment.",
      ),
    });
    const { exhibits } = await (await open(workspace)).bundle(TASK, {
      policy: "hybrid",
      pinned: ["docs/long.md:1-2"],
      capTokens: 8_000,
      capBytes: 40_000,
    });
    expect(exhibits.map(({ citation }) => citation.startLine)).toEqual([1]);
  });

  it("counts words of a text that was loaded only once it was admitted among those that are held", async () => {
    const workspace = aLine();
    const { exhibits, uncovered } = await (await open(workspace)).bundle("kiln nine zebra", {
      policy: "hybrid",
      pinned: ["docs/kiln-3.md"],
      capTokens: 8_000,
      capBytes: 40_000,
    });
    expect(exhibits.map(({ representation }) => representation.granularity)).toEqual(["full"]);
    expect(uncovered).toEqual(["zebra"]);
  });

  it("says that the reader has it already where it admits nothing for that reason", async () => {
    const engine = await open();
    const options = { capTokens: 8_000, capBytes: 40_000, form: "markdown" } as const;
    const resident = await engine.bundle(TASK, options);
    const again = await engine.bundle(TASK, { ...options, resident });
    expect(again.exhibits).toEqual([]);
    expect(await renderBundle(again, "markdown")).toContain(
      "Nothing was admitted: the reader has it already.",
    );
  });

  it("takes the example of a policy of one's own, and says how many decisions of another were refused", async () => {
    const workspace = aLine();
    workspace.write({
      "one.mjs": readFileSync(`${PROJECT_ROOT}examples/policy.mjs`, "utf8"),
      "bad.mjs":
        'export const version = "bad/1"; export const decide = ({ pool }) => ({ decisions: pool.candidates.map(({ id }) => ({ candidate: id, verdict: "admit", representation: "section", reason: "mine" })) });',
      "exhibit.config.json": '{"policies": {"one": "one.mjs", "bad": "bad.mjs"}}',
    });
    const engine = await open(workspace);
    const options = { capTokens: 8_000, capBytes: 40_000, form: "markdown" } as const;
    const one = await engine.bundle(TASK, { ...options, policy: "one" });
    const paths = one.exhibits.map(({ citation }) => citation.path);
    expect(paths).toContain("docs/approval.md");
    expect(new Set(paths).size).toBe(paths.length);
    expect(await renderBundle(one, "markdown")).not.toContain("contract of policies");
    const bad = await engine.bundle(TASK, { ...options, policy: "bad" });
    expect(await renderBundle(bad, "markdown")).toContain(
      `Nothing enters by ${bad.pool.candidates} decisions against the contract of policies; "ledger show ${bad.ledger}" says how.`,
    );
    expect(await renderBundle(bad, "xml")).toContain("against the contract of policies");
  });
});
