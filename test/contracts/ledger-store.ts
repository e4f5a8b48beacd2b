import { describe, expect, it } from "vitest";
import type { ArtifactRef } from "../../src/model/artifact.ts";
import type { LedgerStore } from "../../src/ports/ledger-store.ts";
import { aBundle, aDecision, recordBundle, sha256 } from "../builders/a-bundle.ts";

const OWNERS = {
  artifact: "artifact://files/docs/owners.md",
  text: "The harbor desk owns the ledger.",
} as const;
const ROTA = {
  artifact: "artifact://memory/1f",
  text: "Rota: kiln-7731 NUL \u0000 and lone \ud800.",
  title: "Rota of kiln-7731",
} as const;
const FORGOTTEN_AT = "2026-12-01T00:00:00.000Z";

const use = (bundle: string, quote: string) => ({
  bundle,
  at: "2026-10-16T00:00:00.000Z",
  from: "file" as const,
  answerSha256: sha256(quote),
  used: [{ label: "E1", by: "quotation" as const, quote, line: 3 }],
  unused: ["E2"],
  uncitedSentences: [{ text: `It is ${quote}.`, line: 4 }],
  unknownCitations: [{ text: "E9", line: 5 }],
});

const naming = (...artifacts: readonly ArtifactRef[]) => ({ artifacts, bundles: [] });

/** What every adapter of the ledger promises. */
export function describeLedgerStore(name: string, open: () => Promise<LedgerStore>): void {
  describe(name, () => {
    it("gives every bundle back as it was recorded, under ids that count up", async () => {
      const ledger = await open();
      expect([await ledger.count(), await ledger.newest()]).toEqual([0, "none"]);
      const first = aBundle({ exhibits: [OWNERS], deferred: [ROTA] });
      const second = aBundle({ task: "forgotten" }, { uncovered: ["forgotten", "none"] });
      expect(await recordBundle(ledger, first)).toBe("B1");
      expect(await recordBundle(ledger, { ...second, previous: "B1" })).toBe("B2");
      expect(await ledger.read("B1")).toEqual({
        record: { id: "B1", ...first },
        uses: [],
        outcomes: [],
        helpful: {},
      });
      expect(await ledger.read("B2")).toMatchObject({ record: { ...second, previous: "B1" } });
      expect([await ledger.count(), await ledger.newest()]).toEqual([2, "B2"]);
      for (const id of ["B3", "B0", "B01", "2", ""]) expect(await ledger.read(id)).toBe("unknown");
      expect(await ledger.check()).toEqual([]);
      await ledger.close();
    });

    it("gives no id out twice, keeps a bundle under a reserved one only, and lists by id", async () => {
      const ledger = await open();
      const bundle = aBundle();
      const invalid = { code: "pool_invalid" };
      await expect(ledger.append({ id: "B1", ...bundle })).rejects.toMatchObject(invalid);
      expect([await ledger.reserve(), await ledger.reserve(), await ledger.reserve()]).toEqual([
        "B1",
        "B2",
        "B3",
      ]);
      expect([await ledger.count(), await ledger.newest()]).toEqual([0, "none"]);
      await ledger.append({ id: "B3", ...bundle });
      await ledger.append({ id: "B1", ...bundle });
      for (const id of ["B3", "B4", "none", "B03"]) {
        await expect(ledger.append({ id, ...bundle })).rejects.toMatchObject(invalid);
      }
      expect(await ledger.reserve()).toBe("B4");
      expect((await ledger.list({ limit: 9 })).map(({ id }) => id)).toEqual(["B3", "B1"]);
      expect([await ledger.count(), await ledger.newest()]).toEqual([2, "B3"]);
      expect(await ledger.read("B2")).toBe("unknown");
      await ledger.close();
    });

    it("refuses a decision of what was never a candidate, and of another artifact than its candidate's (CAN-13, CAN-14)", async () => {
      const ledger = await open();
      const bundle = aBundle({ exhibits: [OWNERS], rejected: [ROTA] });
      const unknown = aDecision(3, { id: "c9", artifact: OWNERS.artifact });
      const astray = aDecision(3, { id: "c2", artifact: OWNERS.artifact });
      const early = aDecision(1, { id: "c1", artifact: OWNERS.artifact });
      const forward = aDecision(3, { id: "c1", artifact: OWNERS.artifact }, { follows: 3 });
      for (const [decision, problem] of [
        [unknown, "no candidate"],
        [astray, "its candidate c2"],
        [early, "behind decision 2"],
        [forward, "not made before"],
      ] as const) {
        const decisions = [...bundle.decisions, decision];
        await expect(recordBundle(ledger, { ...bundle, decisions })).rejects.toMatchObject({
          code: "pool_invalid",
          message: expect.stringContaining(problem),
        });
      }
      const [first] = bundle.candidates;
      const twice = { ...bundle, candidates: first === undefined ? [] : [first, first] };
      await expect(recordBundle(ledger, twice)).rejects.toMatchObject({ code: "pool_invalid" });
      expect(await ledger.count()).toBe(0);
      await ledger.close();
    });

    it("refuses a bundle of which a byte was emitted that no part counts (LED-08)", async () => {
      const ledger = await open();
      const bundle = aBundle();
      const [first, ...rest] = bundle.parts;
      const short = first === undefined ? [] : [{ ...first, bytes: first.bytes - 1 }, ...rest];
      for (const wrong of [
        { parts: short },
        { rendering: `${bundle.rendering}!` },
        { bytes: bundle.bytes + 1 },
        { tokens: bundle.tokens - 1 },
        { rendering: bundle.rendering.replace("harbor", "lagoon") },
      ]) {
        await expect(recordBundle(ledger, { ...bundle, ...wrong })).rejects.toMatchObject({
          code: "pool_invalid",
        });
      }
      expect(await ledger.count()).toBe(0);
      await ledger.close();
    });

    it("lists the newest first, page by page, with found, admitted, used and helpful apart (ADM-01)", async () => {
      const ledger = await open();
      for (const task of ["one", "two", "three"]) {
        await recordBundle(ledger, aBundle({ task, exhibits: [OWNERS, ROTA], rejected: [OWNERS] }));
      }
      await ledger.recordUse(use("B2", "harbor desk"));
      await ledger.recordUse(use("B2", "the ledger"));
      await ledger.recordOutcome({ bundle: "B2", at: FORGOTTEN_AT, outcome: "failure", note: "x" });
      await ledger.recordOutcome({ bundle: "B2", at: FORGOTTEN_AT, outcome: "success", note: "y" });
      await ledger.recordHelpful("B2", "E1", "unknown");
      await ledger.recordHelpful("B2", "E1", { material: true, ablation: "run-1" });
      await ledger.recordHelpful("B2", "E2", { material: false, ablation: "run-1" });
      const lines = await ledger.list({ limit: 2 });
      const counted = { candidates: 3, admitted: 2, policyVersion: "lexgate/1:lean" };
      const unknown = { used: "unknown", helpful: "unknown", outcome: "unknown" };
      expect(lines).toMatchObject([
        { id: "B3", task: "three", ...counted, ...unknown },
        { id: "B2", task: "two", ...counted, used: 1, helpful: 1, outcome: "success" },
      ]);
      expect(await ledger.list({ limit: 9, before: "B2" })).toMatchObject([{ id: "B1" }]);
      await expect(ledger.list({ limit: 9, before: "B7" })).rejects.toMatchObject({
        code: "bundle_unknown",
        message: expect.stringContaining("B3"),
      });
      const entry = await ledger.read("B2");
      expect(entry === "unknown" ? [] : entry.uses.map(({ used }) => used[0]?.quote)).toEqual([
        "harbor desk",
        "the ledger",
      ]);
      expect(entry).toMatchObject({
        helpful: {
          E1: { material: true, ablation: "run-1" },
          E2: { material: false, ablation: "run-1" },
        },
      });
      await ledger.close();
    });

    it("leaves helpful unknown whatever is recorded of use and outcome (ADM-05)", async () => {
      const ledger = await open();
      await recordBundle(ledger, aBundle());
      await ledger.recordUse(use("B1", "harbor desk"));
      await ledger.recordOutcome({ bundle: "B1", at: FORGOTTEN_AT, outcome: "success", note: "" });
      expect(await ledger.read("B1")).toMatchObject({ helpful: {} });
      expect(await ledger.list({ limit: 1 })).toMatchObject([{ used: 1, helpful: "unknown" }]);
      await ledger.close();
    });

    it("refuses to record what became of a bundle it does not hold", async () => {
      const ledger = await open();
      const refused = { code: "bundle_unknown" };
      await expect(ledger.recordUse(use("B1", "x"))).rejects.toMatchObject(refused);
      const outcome = { bundle: "nonsense", at: FORGOTTEN_AT, outcome: "success", note: "" };
      await recordBundle(ledger, aBundle());
      await expect(ledger.recordOutcome({ ...outcome, outcome: "success" })).rejects.toMatchObject(
        refused,
      );
      await expect(ledger.recordHelpful("B2", "E1", "unknown")).rejects.toMatchObject(refused);
      await expect(ledger.list({ limit: 1, before: "B2" })).rejects.toMatchObject(refused);
      await ledger.close();
    });

    it("names the versions whose citation a reader was given, and not those of what was rejected", async () => {
      const ledger = await open();
      const kept = { artifact: "artifact://files/b.md", text: "kept" } as const;
      const rejected = { artifact: "artifact://files/c.md", text: "rejected" } as const;
      await recordBundle(
        ledger,
        aBundle({ exhibits: [kept], deferred: [OWNERS], rejected: [rejected] }),
      );
      await recordBundle(ledger, aBundle({ exhibits: [kept] }));
      expect(await ledger.citedVersions()).toEqual([
        { artifact: kept.artifact, version: sha256("whole kept") },
        { artifact: OWNERS.artifact, version: sha256(`whole ${OWNERS.text}`) },
      ]);
      await ledger.close();
    });

    it("forgets every word of the bundles that name an artifact, keeps their numbers, and touches no other", async () => {
      const ledger = await open();
      const other = aBundle({ task: "another" });
      const gone = aBundle({ task: "about kiln-7731", exhibits: [OWNERS], rejected: [ROTA] });
      await recordBundle(ledger, gone);
      await recordBundle(ledger, other);
      await ledger.recordUse(use("B1", "kiln-7731"));
      const told = { bundle: "B1", at: FORGOTTEN_AT, outcome: "success" } as const;
      await ledger.recordOutcome({ ...told, note: "kiln-7731 it was" });
      expect(await ledger.countSelected(naming(ROTA.artifact, OWNERS.artifact))).toBe(2);
      expect(await ledger.countSelected(naming(ROTA.artifact))).toBe(1);
      expect(await ledger.forget(naming(ROTA.artifact, ROTA.artifact), FORGOTTEN_AT)).toEqual({
        bundles: 1,
      });
      expect(await ledger.forget(naming(ROTA.artifact), FORGOTTEN_AT)).toEqual({ bundles: 0 });
      expect(await ledger.countSelected(naming(ROTA.artifact))).toBe(0);
      const entry = await ledger.read("B1");
      expect(JSON.stringify(entry)).not.toMatch(/kiln|harbor|Owners/);
      expect(entry).toMatchObject({
        record: {
          rendering: "forgotten",
          renderingSha256: gone.renderingSha256,
          bytes: gone.bytes,
          net: gone.net,
          parts: gone.parts,
          decisions: gone.decisions,
          exhibits: [{ label: "E1", text: "forgotten", tokens: 10, artifact: OWNERS.artifact }],
        },
        uses: [{ answerSha256: sha256("kiln-7731"), used: [{ label: "E1", quote: "forgotten" }] }],
        outcomes: [{ outcome: "success", note: "forgotten" }],
      });
      expect(await ledger.read("B2")).toMatchObject({ record: other });
      // Nor does any word come back: neither with an answer that is looked at later, nor with a bundle made from the old one.
      await ledger.recordUse(use("B1", "kiln-7731 again"));
      await recordBundle(ledger, gone);
      expect(JSON.stringify([await ledger.read("B1"), await ledger.read("B3")])).not.toMatch(
        /kiln|harbor/,
      );
      expect(await ledger.check()).toEqual([]);
      await ledger.close();
    });

    it("forgets bundles by id, and each of a selection once", async () => {
      const ledger = await open();
      for (const task of ["one", "two", "three"]) await recordBundle(ledger, aBundle({ task }));
      const selection = { artifacts: [], bundles: ["B2", "B2", "B9", "nonsense"] };
      expect(await ledger.countSelected(selection)).toBe(1);
      expect(await ledger.forget(selection, FORGOTTEN_AT)).toEqual({ bundles: 1 });
      expect((await ledger.list({ limit: 9 })).map(({ task }) => task)).toEqual([
        "three",
        "forgotten",
        "one",
      ]);
      const all = { artifacts: [OWNERS.artifact], bundles: ["B1", "B2"] };
      expect(await ledger.countSelected(all)).toBe(2);
      expect(await ledger.forget(all, FORGOTTEN_AT)).toEqual({ bundles: 2 });
      expect(await ledger.check()).toEqual([]);
      await ledger.close();
    });

    it("forgets what it repeats of an answer with that answer, and keeps nothing of one that was forgotten before", async () => {
      const ledger = await open();
      await recordBundle(ledger, aBundle());
      const answer = "artifact://sessions/claude-code/s1/9f";
      await ledger.recordUse({ ...use("B1", "kiln-7731"), from: "transcript", answer });
      expect(await ledger.read("B1")).toMatchObject({ uses: [{ answer }] });
      expect(await ledger.check()).toEqual([]);
      expect(await ledger.countSelected(naming(answer))).toBe(1);
      expect(await ledger.forget(naming(answer), FORGOTTEN_AT)).toEqual({ bundles: 1 });
      expect(JSON.stringify(await ledger.read("B1"))).not.toMatch(/kiln|harbor|s1/);
      await recordBundle(ledger, aBundle());
      await ledger.recordUse({ ...use("B2", "kiln-7731"), from: "transcript", answer });
      expect(await ledger.read("B2")).toMatchObject({ uses: [] });
      expect(await ledger.check()).toEqual([]);
      await ledger.close();
    });

    it("shows a text of the workspace again after it was forgotten once: it is still in the workspace", async () => {
      const ledger = await open();
      await recordBundle(ledger, aBundle());
      expect(await ledger.forget(naming(OWNERS.artifact), FORGOTTEN_AT)).toEqual({ bundles: 1 });
      await recordBundle(ledger, aBundle());
      expect(await ledger.read("B1")).toMatchObject({ record: { rendering: "forgotten" } });
      expect(await ledger.read("B2")).toMatchObject({ record: aBundle() });
      await ledger.close();
    });
  });
}
