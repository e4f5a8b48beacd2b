import { chmodSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** Gives the last commit a signature, so that there is something to check. */
function sign(root: string): void {
  const commit = git(root, ["cat-file", "commit", "HEAD"]).toString();
  const path = join(
    aTree({ commit: commit.replace("\n\n", "\ngpgsig no signature\n\n") }),
    "commit",
  );
  const signed = git(root, ["hash-object", "-t", "commit", "-w", path]).toString().trim();
  git(root, ["update-ref", "refs/heads/main", signed]);
}

/** An executable in a folder of its own, by every name that git looks for in a folder of hooks. */
function aProgram(script: string): string {
  const hooks = ["post-index-change", "reference-transaction", "fsmonitor-watchman", "program"];
  const folder = aTree(Object.fromEntries(hooks.map((name) => [name, `#!/bin/sh\n${script}\n`])));
  for (const name of hooks) chmodSync(join(folder, name), 0o755);
  return join(folder, "program");
}

/** Deletes what git holds of a file, as a partial clone would never have got it. */
function dropObject(root: string, path: string): void {
  const blob = git(root, ["rev-parse", `HEAD:${path}`])
    .toString()
    .trim();
  rmSync(join(root, ".git/objects", blob.slice(0, 2), blob.slice(2)));
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

  it("runs no program that the repository names: filter, hook, monitor, signature check, fetch", async () => {
    const root = aTree({ "a.md": "1", ".gitattributes": "*.md filter=mark diff=mark\n" });
    initRepository(root);
    commitAll(root, "2026-10-01T00:00:00Z");
    sign(root);
    const mark = join(aTree(), "ran");
    const program = aProgram(`echo "$0 $*" >> '${mark}'; cat`);
    const settings = {
      "filter.mark.clean": program,
      "filter.mark.process": program,
      "diff.mark.textconv": program,
      "diff.mark.command": program,
      "diff.external": program,
      "core.fsmonitor": program,
      "core.hooksPath": dirname(program),
      "core.pager": program,
      "gpg.program": program,
      "log.showSignature": "true",
      "remote.origin.url": `ext::${program}`,
      "remote.origin.promisor": "true",
      "extensions.partialClone": "origin",
      "protocol.ext.allow": "always",
    };
    for (const [name, value] of Object.entries(settings)) git(root, ["config", name, value]);
    // A time the index does not know: asked whether it is clean, git would filter the file again.
    utimesSync(join(root, "a.md"), new Date(0), new Date(0));
    const asked = ["a.md", "b.md"];
    const dates = await lastCommitDates(asked, { root });
    expect(dates.get("a.md")).toMatchObject({ at: "2026-10-01T00:00:00Z" });
    expect(dates.get("b.md")).toEqual(UNKNOWN);
    dropObject(root, "a.md");
    expect((await lastCommitDates(["a.md"], { root })).get("a.md")).toMatchObject({
      basis: "committed",
    });
    expect(existsSync(mark) ? readFileSync(mark, "utf8") : "").toBe("");
  });

  it("knows no date for a file that git stores in another form", async () => {
    const root = aTree({ "a.md": "1\r\n", ".gitattributes": "*.md text\n" });
    initRepository(root);
    commitAll(root, "2026-10-01T00:00:00Z");
    expect((await lastCommitDates(["a.md"], { root })).get("a.md")).toEqual(UNKNOWN);
  });

  it("knows SHA-256 repositories", async () => {
    const root = aTree({ "a.md": "1" });
    git(root, ["init", "--quiet", "--object-format=sha256"]);
    commitAll(root, "2026-10-01T00:00:00Z");
    expect((await lastCommitDates(["a.md"], { root })).get("a.md")).toMatchObject({
      at: "2026-10-01T00:00:00Z",
    });
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
