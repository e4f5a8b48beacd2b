import { describe, expect, it } from "vitest";
import { findWorkspace } from "../../src/host/find-workspace.ts";
import { aTree } from "../builders/a-tree.ts";

describe("a workspace named by the caller", () => {
  it.each(["missing", "a.md", "a.md/b", "x".repeat(5_000), "a\0b"])(
    "is refused in words when it is no folder: %j",
    (name) => {
      expect(() => findWorkspace(name, aTree({ "a.md": "" }))).toThrow(
        expect.objectContaining({ code: "workspace_missing" }),
      );
    },
  );
});
