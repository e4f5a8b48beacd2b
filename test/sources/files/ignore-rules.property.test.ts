import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openFilesReader } from "../../../src/sources/files/files-reader.ts";
import { GIT_MISSING, git, initRepository } from "../../builders/a-repository.ts";
import { aTree, writeTree } from "../../builders/a-tree.ts";

// A small alphabet makes patterns and names meet often.
const part = fc.constantFrom("a", "b", "ab", "a.b", "b.b", "é", "A", "a b", "-", "]");
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const piece = fc.constantFrom(
  ..."a,b,ab,.b,*,**,***,?,/,/,[ab],[!a],[a-c],[]-],[[:alpha:]],[^[:punct:]],[,\\a,\\*,é,A, ,a b".split(
    ",",
  ),
);
const line = fc
  .tuple(
    fc.constantFrom("", "", "", "!", "/", "!/", "#", "\\!"),
    fc.array(piece, { minLength: 1, maxLength: 5 }),
    fc.constantFrom("", "", "/", "/*", "/**", " ", "\\ ", "\r"),
  )
  .map(([start, pieces, end]) => start + pieces.join("") + end)
  // Git 2.39 reads `**\/` as a border of `**` in a way nobody writes down.
  .filter((text) => !/\*\\/.test(text));
const ignoreFile = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join("\n"));
const tree = fc.record({
  files: fc.array(path, { minLength: 1, maxLength: 14 }),
  root: ignoreFile,
  nested: fc.option(fc.tuple(part, ignoreFile)),
  exclude: fc.option(ignoreFile),
});

/** Files that a real folder can hold together: no path is also a folder of another. */
function compatible(files: readonly string[]): readonly string[] {
  const unique = [...new Set(files)];
  return unique.filter((one) => !unique.some((other) => other.startsWith(`${one}/`)));
}

describe("ignore rules", () => {
  it.skipIf(GIT_MISSING !== "")(
    "leave the files that git itself leaves, on any tree and any patterns",
    async () => {
      const root = aTree();
      await fc.assert(
        fc.asyncProperty(tree, async ({ files, root: rules, nested, exclude }) => {
          const folder = join(root, "w");
          rmSync(folder, { recursive: true, force: true });
          mkdirSync(folder);
          initRepository(folder);
          writeTree(folder, Object.fromEntries(compatible(files).map((file) => [file, "x"])));
          writeTree(folder, { ".gitignore": rules });
          if (exclude !== null) writeTree(folder, { ".git/info/exclude": exclude });
          if (nested !== null && files.some((file) => file.startsWith(`${nested[0]}/`))) {
            writeTree(folder, { [`${nested[0]}/.gitignore`]: nested[1] });
          }
          const listed = git(folder, ["ls-files", "-z", "--others", "--exclude-standard"]);
          const left = listed.toString("utf8").split("\0").filter(Boolean).sort();
          const expected = left.filter((file) => !/(?:^|\/)\.gitignore$/.test(file));
          const scan = await openFilesReader({ root: folder }).scan();
          expect(scan.entries.map((entry) => entry.path)).toEqual(expected);
        }),
        { numRuns: Number(process.env["EXHIBIT_PROPERTY_RUNS"] ?? 40) },
      );
    },
  );
});
