import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lastCommitDates } from "../../src/host/git-history.ts";
import { commitAll, GIT_MISSING, git, initRepository } from "../builders/a-repository.ts";
import { aTree, writeTree } from "../builders/a-tree.ts";

const UNKNOWN = { at: "unknown", basis: "unknown" };

function aHistory(): string {
  const root = aTree({ "a.md": "1", "docs/b c.md": "1", "docs/é.md": "1", "d.md": "1" });
  initRepository(root);
  commitAll(root, "2026-10-01T10:00:00+02:00");
  writeTree(root, { "a.md": "2" });
  commitAll(root, "2026-10-05T00:00:00Z");
  return root;
}

describe.skipIf(GIT_MISSING !== "")("lastCommitDates", () => {
  it("dates a clean file by the last commit that touched it, in UTC and with the offset it was stated in", async () => {
    const dates = await lastCommitDates(["a.md", "docs/b c.md", "docs/é.md"], { root: aHistory() });
    const first = {
      at: "2026-10-01T08:00:00Z",
      basis: "committed",
      precision: "second",
      offset: "+02:00",
    };
    expect(Object.fromEntries(dates)).toEqual({
      "a.md": { at: "2026-10-05T00:00:00Z", basis: "committed", precision: "second", offset: "Z" },
      "docs/b c.md": first,
      "docs/é.md": first,
    });
  });

  it("takes paths from a workspace that is a folder inside the repository", async () => {
    const dates = await lastCommitDates(["b c.md"], { root: join(aHistory(), "docs") });
    expect(dates.get("b c.md")).toMatchObject({ at: "2026-10-01T08:00:00Z" });
  });

  it("takes names for names, never for git's patterns", async () => {
    const root = aTree({ ":!odd.md": "1", "[ab].md": "1" });
    initRepository(root);
    commitAll(root, "2026-10-01T00:00:00Z");
    const dates = await lastCommitDates([":!odd.md", "[ab].md"], { root });
    expect([...dates.values()].map(({ at }) => at)).toEqual([
      "2026-10-01T00:00:00Z",
      "2026-10-01T00:00:00Z",
    ]);
  });

  it("knows no date for what was edited, staged, never added, ignored by git's eyes or is not there", async () => {
    const root = aHistory();
    git(root, ["update-index", "--assume-unchanged", "docs/é.md"]);
    writeTree(root, { "a.md": "3", "d.md": "2", "new.md": "1", "docs/é.md": "2" });
    git(root, ["add", "d.md"]);
    const asked = ["a.md", "d.md", "new.md", "docs/é.md", "absent.md", ":(glob)**"];
    const dates = await lastCommitDates(asked, { root });
    expect([...dates.values()]).toEqual(asked.map(() => UNKNOWN));
  });

  it("knows no date in a shallow clone, where the oldest commit seems to touch everything", async () => {
    const root = aHistory();
    const clone = join(aTree(), "clone");
    git(root, ["clone", "--quiet", "--depth=1", `file://${root}`, clone]);
    expect((await lastCommitDates(["a.md"], { root: clone })).get("a.md")).toEqual(UNKNOWN);
    const full = join(aTree(), "full");
    git(root, ["clone", "--quiet", `file://${root}`, full]);
    expect((await lastCommitDates(["a.md"], { root: full })).get("a.md")).not.toEqual(UNKNOWN);
  });

  it("knows no date outside a repository or before the first commit", async () => {
    const root = aTree({ "a.md": "1" });
    expect((await lastCommitDates(["a.md"], { root })).get("a.md")).toEqual(UNKNOWN);
    initRepository(root);
    expect((await lastCommitDates(["a.md"], { root })).get("a.md")).toEqual(UNKNOWN);
  });

  it("writes nothing into the repository", async () => {
    const root = aHistory();
    writeFileSync(join(root, "a.md"), "2");
    const before = git(root, ["hash-object", "--no-filters", ".git/index"]).toString();
    await lastCommitDates(["a.md"], { root });
    expect(git(root, ["hash-object", "--no-filters", ".git/index"]).toString()).toBe(before);
  });
});

describe("lastCommitDates without git", () => {
  it("knows no date and does not fail", async () => {
    const root = aTree({ "a.md": "1" });
    const { PATH } = process.env;
    process.env["PATH"] = root;
    try {
      expect((await lastCommitDates(["a.md"], { root })).get("a.md")).toEqual(UNKNOWN);
    } finally {
      process.env["PATH"] = PATH;
    }
  });
});
