import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Places,
  showArtifact,
  showPath,
  toReference,
} from "../../../src/interfaces/cli/workspace-path.ts";

let workspace = "";
const placesAt = (cwd: string): Places => ({
  cwd: join(workspace, cwd),
  workspace,
  dataFolder: join(workspace, ".exhibit"),
});

beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), "exhibit-path-"));
  mkdirSync(join(workspace, "docs", "deep"), { recursive: true });
  writeFileSync(join(workspace, "docs", "a.md"), "a");
  writeFileSync(join(workspace, "top.md"), "top");
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe("paths shown", () => {
  it("are what a terminal can open from the working directory", () => {
    expect(showPath(placesAt("."), "docs/a.md")).toBe("docs/a.md");
    expect(showPath(placesAt("docs"), "docs/a.md")).toBe("a.md");
    expect(showArtifact(placesAt("docs"), "artifact://files/top.md")).toBe("../top.md");
  });

  it("lead to the rendered page of a record", () => {
    expect(showArtifact(placesAt("."), "artifact://records/p.md")).toBe(".exhibit/pages/p.md");
  });
});

describe("references taken", () => {
  it("may be written as the working directory sees them or as the workspace does", () => {
    expect(toReference(placesAt("docs"), "a.md:3-9")).toBe("docs/a.md:3-9");
    expect(toReference(placesAt("docs"), "docs/a.md:3")).toBe("docs/a.md:3");
    expect(toReference(placesAt("docs"), "a.md#L3-L9@01234567")).toBe("docs/a.md#L3-L9@01234567");
    expect(toReference(placesAt("docs/deep"), "../../top.md")).toBe("top.md");
    expect(toReference(placesAt(".."), `${workspace.split("/").at(-1)}/docs/a.md:1`)).toBe(
      "docs/a.md:1",
    );
    expect(toReference(placesAt("."), join(workspace, "docs", "a.md"))).toBe("docs/a.md");
  });

  it("lead back from every path shown", () => {
    for (const cwd of [".", "docs", "docs/deep", ".."]) {
      const places = placesAt(cwd);
      for (const path of ["docs/a.md", "top.md", "gone.md"]) {
        const shown = showPath(places, path);
        expect(toReference(places, `${shown}:2`)).toBe(`${path}:2`);
      }
      const shown = showArtifact(places, "artifact://records/p%20q.md");
      expect(toReference(places, `${shown}:2-3`)).toBe(".exhibit/pages/p q.md:2-3");
    }
  });

  it("stay as they are outside the workspace, so that the engine can refuse them by name", () => {
    expect(toReference(placesAt("."), "/etc/passwd")).toBe("/etc/passwd");
    expect(toReference(placesAt("."), "../../x.md:3")).toBe("../../x.md:3");
  });

  it("with a scheme are left alone", () => {
    expect(toReference(placesAt("docs"), "artifact://files/a.md")).toBe("artifact://files/a.md");
  });
});
