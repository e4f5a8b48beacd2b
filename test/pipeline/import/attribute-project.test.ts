import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAttribute } from "../../../src/pipeline/import/attribute-project.ts";
import { plainPath } from "../../../src/pipeline/import/plain-path.ts";

const of = (roots: readonly string[], ...maps: readonly (readonly [string, string])[]) =>
  createAttribute({ roots, maps: maps.map(([from, to]) => ({ from, to })) });

describe("whose a record is", () => {
  it("is this project's in its root and below, however the path is written (SCO-01)", () => {
    const attribute = of(["/home/dev/app"]);
    for (const cwd of [
      "/home/dev/app",
      "/home/dev/app/",
      "/home/dev/app/src/deep",
      "/home//dev/./app/src/../lib",
    ]) {
      expect(attribute(cwd), cwd).toBe("cwd");
    }
  });

  it("is another project's beside it, also where the name begins alike (SCO-01)", () => {
    const attribute = of(["/home/dev/app"]);
    for (const cwd of [
      "/home/dev/app-other",
      "/home/dev/app2/src",
      "/home/dev",
      "/home/dev/app/..",
      "/home/dev/app/../app-other",
      "/home/dev/APP",
      "/",
    ]) {
      expect(attribute(cwd), cwd).toBe("outside");
    }
  });

  it("is read from a Windows path with either slash and any letter for the drive", () => {
    const attribute = of(["C:\\Users\\dev\\My Repo"]);
    for (const cwd of [
      "C:\\Users\\dev\\My Repo",
      "c:/Users/dev/My Repo/",
      "c:\\Users/dev\\My Repo\\src",
      "\\\\?\\C:\\Users\\dev\\My Repo\\src",
    ]) {
      expect(attribute(cwd), cwd).toBe("cwd");
    }
    expect(attribute("C:\\Users\\dev\\My Repo2")).toBe("outside");
    expect(attribute("D:\\Users\\dev\\My Repo")).toBe("outside");
    expect(of(["\\\\host\\share\\app"])("//host/share/app/src")).toBe("cwd");
  });

  it("does not split a name that holds a backslash on other systems", () => {
    expect(of(["/home/dev/a"])("/home/dev/a\\b")).toBe("outside");
  });

  it("is unknown without a folder, and of one that is not absolute: never taken for this one (SCO-04)", () => {
    const attribute = of(["/home/dev/app", "app"]);
    for (const cwd of ["none", "", "app", "./app", "app/src", "~/app", "C:app"]) {
      expect(attribute(cwd), cwd).toBe("unknown");
    }
  });

  it("follows a moved root through its map, the longest one first", () => {
    const attribute = of(
      ["/work/app"],
      ["/old", "/elsewhere"],
      ["C:\\old\\app", "/work/app"],
      ["/old/app", "/work/app"],
    );
    expect(attribute("/old/app/src")).toBe("map");
    expect(attribute("c:/old/app")).toBe("map");
    expect(attribute("/old/app-other")).toBe("outside");
    expect(attribute("/old/other")).toBe("outside");
    expect(attribute("/work/app")).toBe("cwd");
  });

  it("does not depend on the order of roots and maps", () => {
    const paths = fc.array(fc.constantFrom("a", "ab", "b", "..", "."), { maxLength: 4 });
    const path = paths.map((parts) => `/${parts.join("/")}`);
    const pairs = fc.array(fc.tuple(path, path), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(path, { maxLength: 3 }), pairs, path, (roots, maps, cwd) => {
        // Two maps of one folder would contradict each other.
        const distinct = [...new Map(maps.map((map) => [plainPath(map[0]), map])).values()];
        const there = of(roots, ...distinct)(cwd);
        expect(of([...roots].reverse(), ...[...distinct].reverse())(cwd)).toBe(there);
      }),
    );
  });
});

describe("a plain path", () => {
  it("is the same when made plain again, and has no dot left", () => {
    const part = fc.constantFrom("a", "B", "..", ".", "", "x y");
    const start = fc.constantFrom("/", "C:/", "c:\\", "\\\\host\\share\\");
    fc.assert(
      fc.property(start, fc.array(part), fc.constantFrom("/", "\\"), (prefix, parts, slash) => {
        const plain = plainPath(prefix + parts.join(slash));
        expect(plainPath(plain)).toBe(plain);
        if (slash === "/") expect(plain.split("/")).not.toContain("..");
      }),
    );
  });
});
