import { describe, expect, it } from "vitest";
import type { BundleResponse, Engine } from "../../src/index.ts";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";

const TASK = "why does the import deadlock on the ledger lock?";
const WIDE = { capTokens: 8_000, capBytes: 60_000 };

function aHouse(): TestWorkspace {
  const detail =
    "The ledger lock is taken before the import lock, and released in the other order.\n\n";
  return aWorkspace({
    "docs/incident.md": `---\ntitle: Incident 17\nobserved_at: 2026-10-10\n---\n# Incident 17\n\nThe import takes the ledger lock twice, and so it comes to a deadlock.\n\n## Cause\n\n${detail.repeat(40)}\n\n## Export\n\nThe export path still deadlocks.\n`,
    "docs/locks.md": aPage("Locks", "The import lock is a file. A lock of the ledger is a row."),
    "docs/import.md": aPage("Import", "An import reads one file after the other."),
  });
}

async function aBundle(): Promise<{
  engine: Engine;
  bundle: BundleResponse;
  workspace: TestWorkspace;
}> {
  const workspace = aHouse();
  const engine = await workspace.open();
  return { workspace, engine, bundle: await engine.bundle(TASK, WIDE) };
}

describe("an expansion", () => {
  it("shows what was only named, as the next exhibit, with the reason on record (ADM-16, DIS-02)", async () => {
    const { engine, bundle } = await aBundle();
    const [item] = bundle.deferred;
    if (item === undefined) throw new Error("nothing was deferred");
    const because = "its name does not say which lock comes first";
    const expanded = await engine.expand(item.label, { because, to: "section", ...WIDE });
    expect(expanded.exhibits).toMatchObject([
      { label: `E${bundle.exhibits.length + 1}`, artifact: item.artifact },
    ]);
    expect(expanded.decisions).toMatchObject([
      { verdict: "expand", reason: { code: "asked", because } },
    ]);
    expect(expanded.machinery.expansionCalls).toBe(1);
  });

  it("keeps the label of an exhibit, replaces its narrower form, and counts what was known (ADM-34)", async () => {
    const { engine, bundle } = await aBundle();
    const exhibit = bundle.exhibits.find(({ expansions }) => expansions.length > 0);
    if (exhibit === undefined) throw new Error("nothing can be expanded");
    const [next] = exhibit.expansions;
    const expanded = await engine.expand(exhibit.label, { because: "it names a table", ...WIDE });
    expect(expanded.exhibits).toMatchObject([
      { label: exhibit.label, representation: { granularity: next?.to } },
    ]);
    const { beforeTokens, admittedTokens, replacedTokens, afterTokens, readmittedTokens } =
      expanded.occupancy;
    expect(replacedTokens).toBe(exhibit.tokens);
    expect(beforeTokens + admittedTokens - replacedTokens).toBe(afterTokens);
    expect(readmittedTokens).toBeGreaterThan(0);
  });

  it("gives no label twice to those who go on from one bundle again and again", async () => {
    const { engine, bundle } = await aBundle();
    const [first, second] = bundle.deferred;
    if (first === undefined || second === undefined) throw new Error("too little was deferred");
    const asked = { because: "what is it", bundle: bundle.ledger, ...WIDE };
    const labels = [
      ...(await engine.expand(first.label, asked)).exhibits,
      ...(await engine.expand(second.label, asked)).exhibits,
    ].map(({ label }) => label);
    const next = bundle.exhibits.length + 1;
    expect(labels).toEqual([`E${next}`, `E${next + 1}`]);
  });

  it("refuses an ask without a reason, a label that is not there, and nothing richer", async () => {
    const { engine, bundle } = await aBundle();
    await expect(engine.expand("E1", { because: "  " })).rejects.toMatchObject({
      code: "expansion_refused",
    });
    await expect(engine.expand("E77", { because: "why" })).rejects.toMatchObject({
      code: "label_unknown",
    });
    await expect(engine.expand("E1", { because: "why", bundle: "B99" })).rejects.toMatchObject({
      code: "bundle_unknown",
    });
    const full = bundle.exhibits.find(({ expansions }) => expansions.length === 0);
    if (full === undefined) return;
    await expect(engine.expand(full.label, { because: "why" })).rejects.toMatchObject({
      code: "expansion_refused",
    });
  });

  it("shows all of an artifact beside a part of it only after its section was seen (ADM-32)", async () => {
    const { engine } = await aBundle();
    const spans = await engine.bundle(
      "ledger lock taken before the import lock, released in the other order",
      WIDE,
    );
    const span = spans.exhibits.find(({ representation }) => representation.granularity === "span");
    if (span === undefined) throw new Error("no span was admitted");
    await expect(
      engine.expand(span.label, { because: "all of it", to: "full", bundle: spans.ledger }),
    ).rejects.toMatchObject({ code: "expansion_refused" });
    const section = await engine.expand(span.label, {
      ...{ because: "the rest of it", to: "section", bundle: spans.ledger },
      ...WIDE,
    });
    const whole = await engine.expand(span.label, {
      ...{ because: "and what it hangs on", to: "full", bundle: section.ledger },
      ...WIDE,
    });
    expect(whole.exhibits).toMatchObject([
      { label: span.label, representation: { granularity: "full", fidelity: "exact" } },
    ]);
    expect(whole.exhibits[0]?.text).toContain("The export path still deadlocks.");
  });

  it("goes on from the version that was shown, when the file has changed since", async () => {
    const { engine, bundle, workspace } = await aBundle();
    const [item] = bundle.deferred;
    if (item === undefined) throw new Error("nothing was deferred");
    workspace.write({ [item.citation.path]: "# Other\n\nNothing of it is left.\n" });
    const expanded = await engine.expand(item.label, { because: "what was there", ...WIDE });
    const [exhibit] = expanded.exhibits;
    expect(exhibit?.citation.version).toBe(item.citation.version);
    expect(exhibit?.citation.state).not.toBe("current");
  });

  it("goes on from a bundle that was handed over, where nothing was recorded", async () => {
    const workspace = aHouse();
    const engine = await workspace.open();
    const bundle = await engine.bundle(TASK, { ...WIDE, record: false });
    await expect(engine.expand("D1", { because: "why" })).rejects.toMatchObject({
      code: "bundle_unknown",
    });
    const expanded = await engine.expand("D1", {
      ...{ because: "why", resident: bundle, record: false },
      ...WIDE,
    });
    expect(expanded.ledger).toBe("none");
    expect(expanded.exhibits).toHaveLength(1);
  });
});
