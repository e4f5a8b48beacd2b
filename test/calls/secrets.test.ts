import { describe, expect, it } from "vitest";
import { UNKNOWN_INSTANT } from "../../src/model/instant.ts";
import { openSqliteObservationLog } from "../../src/stores/sqlite/sqlite-observation-log.ts";
import { aKeptProject, aMessage, aNote } from "../builders/a-kept-project.ts";
import { aPage, aWorkspace } from "../builders/a-workspace.ts";
import { damageEntryTexts } from "../builders/stored-rows.ts";

const KEY = ["AK", "IA", "QWERTY2345UIOPAS"].join("");
const TOKEN = ["gh", "p_", "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fLaB3d"].join("");

describe("secrets", () => {
  it("names the lines of workspace texts and never what stands there; what is denied is not read", async () => {
    const { open } = aWorkspace({
      "docs/run.md": `# Run\n\nFirst.\n\nuse ${KEY}\n`,
      "docs/safe.md": aPage("Safe", "Nothing here."),
      ".env": `KEY=${KEY}\n`,
    });
    const response = await (await open()).secrets();
    expect(response.places).toEqual([
      {
        artifact: "artifact://files/docs/run.md",
        part: "text",
        line: 5,
        kind: "aws-key",
        count: 1,
      },
    ]);
    expect(response.secretCount).toBe(1);
    expect(response.examined).toContainEqual({ name: "files", texts: 2 });
    expect(response.gaps.map(({ code }) => code)).toContain("denied");
    expect(JSON.stringify(response)).not.toContain(KEY.slice(4));
  });

  it("reads a text as it is now, also where the index still holds another one", async () => {
    const workspace = aWorkspace({ "a.md": "# A\n\nplain\n" });
    const engine = await workspace.open();
    await engine.refresh();
    workspace.write({ "a.md": `# A\n\n\n${TOKEN}\n` });
    const { places } = await engine.secrets({ refresh: "off" });
    expect(places).toMatchObject([{ line: 4, kind: "github-token" }]);
  });

  it("examines entries with and without a time, in quarantine too, their titles and their evidence", async () => {
    const { open } = await aKeptProject({
      sessions: [
        aMessage(`the key is ${KEY}`, { title: "Keys" }),
        aMessage(`undated\n${TOKEN}`, { time: UNKNOWN_INSTANT }),
        aMessage(`elsewhere ${TOKEN}`, { attribution: "unknown" }),
      ],
      memory: [aNote("# Owners\n", { title: `Key ${KEY}`, evidence: `see ${TOKEN}` })],
    });
    const { places, examined, secretCount } = await (await open()).secrets();
    expect(places.map(({ kind, line, part }) => `${part} ${line} ${kind}`).sort()).toEqual([
      "evidence none github-token",
      "text 1 aws-key",
      "text 1 github-token",
      "text 2 github-token",
      "title none aws-key",
    ]);
    expect(secretCount).toBe(5);
    expect(examined).toContainEqual({ name: "sessions", texts: 3 });
  });

  it("finds what somebody gave as evidence of a live check", async () => {
    const workspace = aWorkspace({ "a.md": "# A\n" });
    const engine = await workspace.open();
    const moments = { at: "2026-10-15T08:00:00.000Z", expires: "2026-10-22T08:00:00.000Z" };
    const { observation } = await engine.observe("a.md", { ...moments, evidence: `asked ${KEY}` });
    expect(observation.evidence).toMatch(/^asked \[redacted:/);
    // As a version before this one kept it.
    const log = openSqliteObservationLog(workspace.dataFolder);
    await log.append({ ...observation, evidence: `asked with ${KEY}` });
    await log.close();
    const { places } = await engine.secrets();
    expect(places).toMatchObject([{ artifact: "artifact://files/a.md", part: "observation" }]);
  });

  it("counts what was taken out before it was kept, by store and kind", async () => {
    const engine = await aWorkspace({ "a.md": "# A\n" }).open();
    await engine.remember(`The key ${KEY} and the key ${KEY}2 were replaced.`);
    await engine.put(Buffer.from(`login with ${TOKEN}\n`), { label: "build" });
    const { places, redacted } = await engine.secrets();
    expect(places).toEqual([]);
    expect(redacted.map(({ name }) => name)).toEqual(["memory", "captures"]);
    expect(redacted[1]?.redactions).toEqual([{ kind: "github-token", count: 1 }]);
  });

  it("says that it could not examine a damaged text, and examines the others", async () => {
    const workspace = await aKeptProject();
    damageEntryTexts(workspace.dataFolder, "sessions");
    const { completeness, gaps, examined } = await (await workspace.open()).secrets();
    expect(completeness.complete).toBe(false);
    expect(gaps.map(({ code }) => code)).toContain("recovery_failed");
    expect(examined).toContainEqual({ name: "memory", texts: 1 });
  });
});
