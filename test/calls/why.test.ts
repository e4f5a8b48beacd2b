import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import type { Engine, FailureReport } from "../../src/index.ts";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { lockDatabase } from "../builders/locked-database.ts";
import { aSettledCopy } from "../builders/settled-copy.ts";

const FLAG = "docs/compiler.md";
const DEADLOCK = "docs/deadlock.md";

async function aDesk(): Promise<{ readonly workspace: TestWorkspace; readonly engine: Engine }> {
  const workspace = aWorkspace({
    [FLAG]: aPage(
      "Compiler run",
      "## Flags of the release build\n\nThe release build passes --strict-kiln to the compiler. Without that flag the firing table is rounded.",
    ),
    [DEADLOCK]: aPage(
      "Deadlock in the ledger",
      "## The fix\n\nThe deadlock is fixed: the import path takes the lock once.\n\n## Scope of the fix\n\nOnly the import path was changed. The export path still takes the lock twice and hangs.",
    ),
    "docs/cars.md": aPage("Automobiles", "## Servicing\n\nA saloon wants new oil every year."),
  });
  return { workspace, engine: await workspace.open() };
}

const QUESTION = "which flag does the release build pass to the compiler?";

async function why(engine: Engine, needed: string, bundle = "newest"): Promise<FailureReport> {
  return (await engine.why(bundle, { needed })).failure;
}

const said = ({ evidence, kind, owner, stage }: FailureReport): string =>
  `${stage} ${kind} ${owner}: ${evidence.join(" ")}`;

describe("why something that was needed did not help", () => {
  it("is the search where it shares no word with the task, and where it is not there (FAI-01, FAI-13)", async () => {
    const { engine } = await aDesk();
    await engine.bundle(QUESTION);
    const nowhere = "candidate_miss not_in_corpus retrieval: generator:1";
    expect(said(await why(engine, "docs/cars.md"))).toMatch(
      /^candidate_miss vocabulary_mismatch retrieval: generator:/,
    );
    expect(said(await why(engine, "docs/nowhere.md"))).toContain(nowhere);
    expect(said(await why(engine, "docs/cars.md#Painting"))).toContain(nowhere);
    expect(said(await why(engine, "docs/cars.md:400-500"))).toContain(nowhere);
  });

  it("is the search where the store that has it was not asked", async () => {
    const { engine } = await aDesk();
    const { note } = await engine.remember("The release build also passes --slow-cooling.");
    await engine.bundle(QUESTION, { sources: ["files"] });
    expect(said(await why(engine, note.artifact))).toMatch(/^candidate_miss not_asked retrieval/);
  });

  it("is the use where the flag was in the bundle and the answer never touches it (FAI-05)", async () => {
    const { engine } = await aDesk();
    const { exhibits, ledger } = await engine.bundle(QUESTION);
    expect(exhibits.map(({ artifact }) => artifact)).toEqual([`artifact://files/${FLAG}`]);
    expect(said(await why(engine, FLAG))).toBe(
      "not_a_context_failure unknown_use nobody: exhibit:E1",
    );
    await engine.used(ledger, "Run the compiler without any options and everything will be fine.");
    expect(said(await why(engine, FLAG))).toBe("use_failure unused use: exhibit:E1 use:1");
    expect(said(await why(engine, `${FLAG}#flags-of-the-release-build`))).toBe(
      "use_failure unused use: exhibit:E1 use:1",
    );
    await engine.used(ledger, "Pass --strict-kiln [E1].");
    expect(said(await why(engine, FLAG))).toBe(
      "not_a_context_failure none nobody: exhibit:E1 use:2",
    );
  });

  it("is the gate where the reader stopped at the fix and never asked for its scope (DIS-09, DIS-10)", async () => {
    const { engine } = await aDesk();
    const first = await engine.bundle("is the deadlock fixed?", { policy: "disclose" });
    const scope = `${DEADLOCK}#Scope of the fix`;
    const label = first.deferred.find(({ headingPath }) =>
      headingPath.includes("Scope of the fix"),
    );
    expect(said(await why(engine, scope))).toBe(
      `admission_miss never_expanded admission: candidate:${label?.candidate} deferred:${label?.label}`,
    );
    // One who expands it has it, and the first bundle is judged by what its reader had in the end.
    const { ledger } = await engine.expand(label?.label ?? "", {
      to: "section",
      because: "the fix may not hold for exports",
    });
    expect(said(await why(engine, scope, first.ledger))).toMatch(
      new RegExp(`^not_a_context_failure unknown_use nobody: ${ledger}/exhibit:E\\d$`),
    );
  });

  it("counts what was still asked for after it had been shown (DIS-12)", async () => {
    const { engine } = await aDesk();
    const first = await engine.bundle("is the deadlock fixed?", { policy: "disclose" });
    const options = { to: "section", because: "what else is there" } as const;
    await engine.expand("D1", options);
    const { wandering } = await engine.why("newest", { needed: DEADLOCK });
    expect(wandering).toMatchObject({ shownIn: first.ledger, expansions: 1, searches: 0 });
    const narrow = await engine.why("newest", { needed: `${DEADLOCK}#Scope of the fix` });
    expect(narrow.wandering).toMatchObject({ shownIn: "B2", expansions: 0, tokens: 0 });
  });

  it("cannot be told where the store that would have it is locked", async () => {
    const { engine, workspace } = await aDesk();
    const { note } = await engine.remember("The saloon is repainted on Mondays.");
    await engine.bundle(QUESTION, { sources: ["files", "memory"] });
    expect((await why(engine, note.artifact)).kind).toBe("vocabulary_mismatch");
    await engine.close();
    const settled = aSettledCopy(workspace);
    await lockDatabase(join(settled.dataFolder, "memory.db"));
    const { kind, stage } = await why(await settled.open(), note.artifact);
    expect([stage, kind]).toEqual(["candidate_miss", "unknown_cause"]);
  });

  it("is recovery where the stored text is not what its hash says (FAI-03)", async () => {
    const { engine, workspace } = await aDesk();
    const { note } = await engine.remember("The saloon is repainted on Mondays.");
    await engine.bundle(QUESTION, { sources: ["files", "memory"] });
    await engine.close();
    const memory = new DatabaseSync(join(workspace.dataFolder, "memory.db"));
    memory.exec("UPDATE text_blocks SET bytes = zeroblob(length(bytes))");
    memory.close();
    expect(said(await why(await workspace.open(), note.artifact))).toMatch(
      /^recovery_failure unresolved recovery: generator:/,
    );
  });

  it("refuses what is no reference, and a bundle that is not there", async () => {
    const { engine } = await aDesk();
    await expect(why(engine, FLAG)).rejects.toMatchObject({ code: "bundle_unknown" });
    await engine.bundle(QUESTION);
    await expect(why(engine, FLAG, "B9")).rejects.toMatchObject({ code: "bundle_unknown" });
    for (const needed of ["", " ", "artifact://", "docs/a.md:9-3"]) {
      await expect(why(engine, needed)).rejects.toMatchObject({ code: "citation_malformed" });
    }
  });
});
