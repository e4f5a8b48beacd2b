import { describe, expect, it } from "vitest";
import { aPage, aWorkspace } from "../builders/a-workspace.ts";

const FILES = {
  "a.md": aPage("A", "First line.\n\nThe harbor desk owns the ledger.\n\nLast line."),
};

describe("verify", () => {
  it("finds a citation current, then relocated with its new lines, then changed, then gone (CIT-08)", async () => {
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open();
    const [hit] = (await engine.search("harbor desk")).hits;
    const line = FILES["a.md"].split("\n").indexOf("The harbor desk owns the ledger.") + 1;
    const citation = `${hit?.artifact}@${hit?.citation.version}#L${line}-L${line}`;
    const state = async () => (await engine.verify([citation], { refresh: "off" })).checks[0];
    expect(await state()).toMatchObject({ resolved: "exact", citation: { state: "current" } });

    workspace.write({ "a.md": `# New\n\nMore.\n\n${FILES["a.md"]}` });
    expect(await state()).toMatchObject({
      citation: { state: "relocated", relocatedTo: { startLine: line + 4, endLine: line + 4 } },
    });

    workspace.write({ "a.md": FILES["a.md"].replace("harbor", "signal") });
    expect(await state()).toMatchObject({ citation: { state: "changed" } });

    workspace.remove("a.md");
    expect(await state()).toMatchObject({ resolved: "exact", citation: { state: "gone" } });
  });

  it("checks every citation of a list, also beside one that is none or points past the end", async () => {
    const engine = await aWorkspace(FILES).open();
    await engine.search("ledger");
    const { checks } = await engine.verify(["a.md:1-2", "a.md:0", "a.md:900", "nowhere.md:1"]);
    expect(checks.map((check) => check.resolved)).toEqual([
      "exact",
      "malformed",
      "mismatch",
      "version_unknown",
    ]);
    expect(checks[2]?.reason).toContain("a.md has 11 lines");
  });
});
