import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findNamedProject } from "../../src/host/find-named-project.ts";
import { aTree } from "../builders/a-tree.ts";

describe("a project opened by name", () => {
  it("is the folder that the configuration gives the name, relative to the workspace (SCO-11)", () => {
    const root = aTree({ "app/a.md": "", "other/b.md": "" });
    const names = { workspace: join(root, "app"), projects: { sister: "../other" } };
    expect(findNamedProject("sister", names)).toBe(join(root, "other"));
    expect(findNamedProject(join(root, "other"), names)).toBe(join(root, "other"));
  });

  it("is refused when nobody gave the name, though a folder is called so", () => {
    const root = aTree({ "app/other/b.md": "", "other/b.md": "" });
    const names = { workspace: join(root, "app"), projects: { sister: "../gone" } };
    const refused = expect.objectContaining({ code: "project_unknown" });
    expect(() => findNamedProject("other", names)).toThrow(refused);
    expect(() => findNamedProject("sister", names)).toThrow(refused);
    expect(() => findNamedProject("sistr", names)).toThrow(/Did you mean "sister"/);
    expect(() => findNamedProject("constructor", names)).toThrow(refused);
  });
});
