import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aClaudeHistory } from "../builders/a-claude-history.ts";
import { aTree } from "../builders/a-tree.ts";
import { aWorkspace } from "../builders/a-workspace.ts";

describe("a repository inside the workspace", () => {
  it("belongs to it, what was said there as well as its texts", async () => {
    const git = { HEAD: "ref: refs/heads/main\n", config: "[core]\n" };
    const workspace = aWorkspace({
      "a.md": "# A\n",
      ".git/HEAD": git.HEAD,
      ".git/config": git.config,
      "lib/.git/HEAD": git.HEAD,
      "lib/.git/config": git.config,
      "lib/b.md": "# Tongs\n\nThe tongs hang by the door.\n",
    });
    const cwd = join(workspace.root, "lib");
    const root = aTree(aClaudeHistory({ cwd, sessions: 1, turns: 1 }));
    const engine = await workspace.open();
    const { totals } = await engine.import({ from: "claude-code", root });
    expect(totals).toMatchObject({ outside: 0, quarantined: 0 });
    expect(totals.new).toBeGreaterThan(0);
    const { hits } = await engine.search("where do the tongs hang", { sources: ["files"] });
    expect(hits.map(({ citation }) => citation.path)).toEqual(["lib/b.md"]);
  });
});
