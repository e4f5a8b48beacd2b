import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Engine, renderBundle } from "../../src/index.ts";
import { aPage, aWorkspace } from "../builders/a-workspace.ts";
import { findInFolder } from "../builders/find-in-folder.ts";

const TASK = "who may approve a deployment to the signal line?";
const ROOM = { capTokens: 8_000, capBytes: 60_000 } as const;

/** A workspace whose texts answer the task in part, and an engine in it. */
async function aDesk() {
  const others = Object.fromEntries(
    Array.from({ length: 6 }, (_, index) => [
      `docs/kiln-${index}.md`,
      aPage(`Kiln ${index}`, `Kiln ${index} cools for nine hours before a signal opens it.`),
    ]),
  );
  const workspace = aWorkspace({
    ...others,
    "docs/approval.md": aPage(
      "Approval",
      "Only the owner of the signal line may approve a deployment to it.",
    ),
    "docs/signals.md": aPage("Signals", "A signal is raised when the line is busy."),
  });
  return { workspace, engine: await workspace.open() };
}

async function readEntry(engine: Engine, id: string) {
  const { entry, sum } = await engine.ledgerEntry(id);
  return { ...entry, sum };
}

describe("the ledger of real bundles", () => {
  it.each(["json", "markdown", "xml"] as const)(
    "holds every byte of a bundle that was given as %s, and the parts are all of them (LED-08)",
    async (form) => {
      const { engine } = await aDesk();
      const bundle = await engine.bundle(TASK, { ...ROOM, form });
      const { record, sum } = await readEntry(engine, bundle.ledger);
      const given = await renderBundle(bundle, form);
      expect(record.rendering).toBe(given);
      expect(record.renderingSha256).toBe(createHash("sha256").update(given).digest("hex"));
      expect(sum).toMatchObject({ holds: true, bytes: Buffer.byteLength(given) });
      expect(record.tokens).toBe(bundle.budget.usedTokens);
      expect(record.bytes).toBe(bundle.budget.usedBytes);
    },
  );

  it("records the tokens of each decision as planned and as admitted, and the latter are the exhibits' (LED-11)", async () => {
    const { engine } = await aDesk();
    const bundle = await engine.bundle(TASK, ROOM);
    const { record } = await readEntry(engine, bundle.ledger);
    expect(record.exhibits.length).toBeGreaterThan(0);
    const admitted = record.decisions.reduce((sum, { tokensAdmitted }) => sum + tokensAdmitted, 0);
    expect(admitted).toBe(record.exhibits.reduce((sum, { tokens }) => sum + tokens, 0));
    for (const { verdict, tokensAdmitted, tokensPlanned, policyVersion } of record.decisions) {
      expect(policyVersion).toBe(bundle.policyVersion);
      if (verdict === "reject" || verdict === "defer") expect(tokensAdmitted).toBe(0);
      else expect(tokensAdmitted).toBeLessThanOrEqual(tokensPlanned);
    }
  });

  it("counts what was read in order to decide, and the calls that asked for more (LED-06)", async () => {
    const { engine } = await aDesk();
    const bundle = await engine.bundle(TASK, ROOM);
    expect(bundle.deferred.length).toBeGreaterThan(0);
    const first = await readEntry(engine, bundle.ledger);
    expect(first.record.machinery).toMatchObject({ ranking: 0, expansionCalls: 0 });
    expect(first.record.machinery.identities).toBeGreaterThan(0);
    expect(first.record.machinery.reasons).toBeGreaterThan(0);
    expect(first.record.net.spent).toBeGreaterThanOrEqual(first.record.machinery.identities);
    const [named] = bundle.deferred;
    const expanded = await engine.expand(named?.label ?? "", {
      because: "its title does not say who",
      bundle: bundle.ledger,
      ...ROOM,
    });
    const second = await readEntry(engine, expanded.ledger);
    expect(second.record).toMatchObject({
      previous: bundle.ledger,
      expansion: { label: named?.label, because: "its title does not say who" },
      machinery: { expansionCalls: 1 },
    });
    expect(second.sum.holds).toBe(true);
  });

  it("leads from each decision to its candidate, and from that to artifact, generator and score (CAN-14)", async () => {
    const { engine } = await aDesk();
    const bundle = await engine.bundle(TASK, ROOM);
    const { record } = await readEntry(engine, bundle.ledger);
    const candidates = new Map(record.candidates.map((each) => [each.id, each]));
    expect(record.decisions.length).toBeGreaterThanOrEqual(candidates.size);
    for (const decision of record.decisions) {
      const candidate = candidates.get(decision.candidate);
      expect(candidate?.artifact).toBe(decision.artifact);
      expect(candidate?.generator).toMatch(/_/);
      expect(candidate?.score === "unavailable" || Number(candidate?.score) > 0).toBe(true);
    }
  });

  it("keeps no text of what was only found, and loses the rest with a note that it showed", async () => {
    const { engine, workspace } = await aDesk();
    await engine.remember("The approval word of the signal line is qzxquagmires.");
    const task = "what is the approval word of the signal line?";
    const bundle = await engine.bundle(task, ROOM);
    expect(bundle.exhibits.map(({ text }) => text).join()).toContain("qzxquagmires");
    expect(findInFolder(workspace.dataFolder, "quagmir")).toContain("ledger.db bundle_texts");
    const found = findInFolder(workspace.dataFolder, "cools for nine hours");
    expect(found.filter((place) => place.startsWith("ledger.db"))).toEqual([]);
    const done = await engine.forget({ query: "qzxquagmires" }, { confirmed: true });
    expect(done).toMatchObject({ entryCount: 1, bundleCount: 1 });
    expect(findInFolder(workspace.dataFolder, "quagmir")).toEqual([]);
    const { record, sum } = await readEntry(engine, bundle.ledger);
    expect(record).toMatchObject({
      rendering: "forgotten",
      bytes: bundle.budget.usedBytes,
      tokens: bundle.budget.usedTokens,
    });
    expect(sum.holds).toBe(true);
    expect((await engine.doctor()).findings.find(({ name }) => name === "ledger")).toMatchObject({
      status: "ok",
    });
  });
});
