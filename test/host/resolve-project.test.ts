import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  establishProject,
  findProjectFolders,
  readProject,
} from "../../src/host/resolve-project.ts";
import { commitAll, GIT_MISSING, git, initRepository } from "../builders/a-repository.ts";
import { aTree } from "../builders/a-tree.ts";

const at = (workspace: string, home = ""): ReturnType<typeof findProjectFolders> =>
  findProjectFolders({ workspace, dataFolder: "", home });

/** A repository with a commit, and one more worktree of it. */
function aRepositoryWithWorktree(): { readonly main: string; readonly linked: string } {
  const folder = realpathSync(aTree({ "main/a.md": "# A\n" }));
  const main = join(folder, "main");
  const linked = join(folder, "linked");
  initRepository(main);
  commitAll(main, "2026-10-01T00:00:00Z");
  git(main, ["worktree", "add", "--quiet", linked]);
  return { main, linked };
}

describe("the folders of a project", () => {
  it("are the same through a symbolic link to its root (SCO-11)", () => {
    const root = realpathSync(aTree({ "real/a.md": "" }));
    symlinkSync(join(root, "real"), join(root, "link"));
    const [real, link] = [at(join(root, "real"), root), at(join(root, "link"), root)];
    expect(link.dataFolder).toBe(real.dataFolder);
    expect(link.sharedFolder).toBe(real.sharedFolder);
    expect(link.roots).toContain(join(root, "real"));
  });

  it("are others for a folder whose name only begins alike", () => {
    const root = realpathSync(aTree({ "app/a.md": "", "app-other/a.md": "" }));
    const [app, other] = [at(join(root, "app"), root), at(join(root, "app-other"), root)];
    expect(other.sharedFolder).not.toBe(app.sharedFolder);
    expect(other.roots).toEqual([join(root, "app-other")]);
  });

  it.skipIf(GIT_MISSING !== "")(
    "share sessions and memory between worktrees of one repository, and no content",
    () => {
      const { main, linked } = aRepositoryWithWorktree();
      const [first, second] = [at(main), at(linked)];
      expect(second.sharedFolder).toBe(join(main, ".exhibit"));
      expect(second.sharedFolder).toBe(first.sharedFolder);
      expect(second.dataFolder).toBe(join(linked, ".exhibit"));
      expect(first.roots).toEqual([main, linked]);
      expect([...second.roots].sort()).toEqual([linked, main].sort());
    },
  );

  it.skipIf(GIT_MISSING !== "")(
    "are not joined to a repository by a .git file that it does not confirm",
    () => {
      const { main, linked } = aRepositoryWithWorktree();
      const stranger = join(main, "..", "stranger");
      mkdirSync(stranger);
      writeFileSync(
        join(stranger, ".git"),
        `gitdir: ${join(main, ".git", "worktrees", "linked")}\n`,
      );
      expect(at(stranger).sharedFolder).toBe(join(stranger, ".exhibit"));
      expect(at(linked).roots).not.toContain(stranger);
    },
  );

  it.skipIf(GIT_MISSING !== "")("leave out a worktree that is gone", () => {
    const { main, linked } = aRepositoryWithWorktree();
    renameSync(linked, `${linked}-moved`);
    expect(at(main).roots).toEqual([main]);
  });
});

describe("the identity of a project", () => {
  it("is given once and stays, whoever asks", () => {
    const folders = at(aTree({ ".exhibit/.gitignore": "*\n" }));
    expect(readProject(folders)).toBe("none");
    const project = establishProject(folders);
    expect(establishProject(folders)).toEqual(project);
    expect(readProject(folders)).toEqual(project);
  });

  it.each(["", "{}", '{"id": 7}', "{", '{"id": "../../x"}'])(
    "is unresolved when its file holds %j: never an answer without a filter (SCO-04)",
    (text) => {
      const folders = at(aTree({ ".exhibit/project.json": text }));
      const refused = expect.objectContaining({ code: "scope_unresolved" });
      expect(() => readProject(folders)).toThrow(refused);
      expect(() => establishProject(folders)).toThrow(refused);
    },
  );
});
