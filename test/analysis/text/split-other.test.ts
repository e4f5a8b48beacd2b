import { describe, expect, it } from "vitest";
import { kindOf } from "../../../src/analysis/text/kind-of.ts";
import { aTextReading, headingPaths, passageTexts } from "../../builders/text-reading.ts";

describe("reStructuredText", () => {
  const path = "page.rst";

  it("ranks titles by the order in which their adornments appear", async () => {
    const text =
      "=====\nGuide\n=====\n\nIntro.\n\nInstall\n-------\n\nSteps.\n\nLinux\n~~~~~\n\nHow.\n\nUse\n---\n\nSo.\n";
    expect(await headingPaths({ path, text })).toEqual([
      "Guide",
      "Guide > Install",
      "Guide > Install > Linux",
      "Guide > Use",
    ]);
    expect((await aTextReading({ path, text })).artifact.title).toBe("Guide");
  });

  it("finds no titles in literal blocks, directives, transitions and short underlines", async () => {
    const text =
      "Top\n===\n\nLike this::\n\n    Not a title\n    ===========\n\n.. note::\n\n   Nor this\n   --------\n\n----\n\nlong words\n--\n\n.. _label:\n\nNext\n====\n\nText.\n";
    expect(await headingPaths({ path, text })).toEqual(["Top", "Next"]);
  });

  it("takes a section of nothing but literal blocks for code, and finds the title behind them", async () => {
    const text =
      "Top\n===\n\n::\n\n    a = 1\n\n    b = 2\n\nNext\n====\n\n.. code-block:: sh\n\n   ls\n\nLast\n====\n\nSay::\n\n> quoted\n> ======\n\nEnd\n===\n";
    const { passages } = await aTextReading({ path, text });
    expect(passages.map((p) => [p.headingPath.join(), p.kind])).toEqual([
      ["Top", "code"],
      ["Next", "code"],
      ["Last", "prose"],
      ["End", "prose"],
    ]);
  });
});

describe("HTML", () => {
  const path = "page.html";

  it("follows headings and indexes what a reader sees, while the cited bytes stay exact", async () => {
    const text =
      '<!doctype html>\n<title>The &amp; title</title>\n<style>p{}</style>\n<h1 class="a>b">Top</h1>\n<p>One&nbsp;<b>bo</b>ld &lt;x&gt;</p><!-- no -->\n<h2>Sub <i>part</i></h2>\n<script>var a = "<h2>no</h2>";</script>\n<p>Two</p>\n';
    const reading = await aTextReading({ path, text });
    expect(reading.artifact.title).toBe("The & title");
    expect(reading.indexDocument.passages).toEqual([
      { headingPath: [], text: "The & title" },
      { headingPath: ["Top"], text: "Top\nOne\u00a0bold <x>" },
      { headingPath: ["Top", "Sub part"], text: "Sub part\nTwo" },
    ]);
    expect((await passageTexts({ path, text })).join("")).toBe(text);
  });

  it("finds no headings in comments, scripts, attributes and preformatted text", async () => {
    const text =
      "<h1>Top</h1><!-- <h2>a</h2> --><p title='<h2>b</h2>'>x</p><pre><h2>c</h2></pre><textarea><h2>d</h2></textarea>";
    expect(await headingPaths({ path, text })).toEqual(["Top"]);
  });

  it("splits a page without line breaks at its headings", async () => {
    const text = "<div><h1>A</h1><p>one</p><h2>B</h2><p>two</p></div>";
    expect(await passageTexts({ path, text })).toEqual([
      "<div>",
      "<h1>A</h1><p>one</p>",
      "<h2>B</h2><p>two</p></div>",
    ]);
  });

  it("reads a tag that never ends as text instead of losing what follows", async () => {
    const { indexDocument } = await aTextReading({ path, text: "<p>a < b and <a href='x" });
    expect(indexDocument.passages[0]?.text).toBe("a < b and <a href='x");
  });

  it("decodes numeric references, keeps unknown ones, and replaces impossible ones", async () => {
    const { indexDocument } = await aTextReading({
      path,
      text: "&#228;&#x1F642;&#0;&#xD800;&foo;&eacute;&mdash;",
    });
    expect(indexDocument.passages[0]?.text).toBe("ä🙂\ufffd\ufffd&foo;é—");
  });
});

describe("plain text", () => {
  it("breaks at a form feed that starts a line, and never inside a line", async () => {
    const pages = await passageTexts({
      path: "a.txt",
      text: "page one\n\nstill\fone\n\fpage two\n\f\n\nthree\n\f\fend\fof it\n",
    });
    expect(pages).toEqual([
      "page one\n\nstill\fone\n",
      "\fpage two\n",
      "\f\n\nthree\n",
      "\f\fend\fof it\n",
    ]);
  });

  it("breaks at blank lines when long", async () => {
    const block = `${"line of words\n".repeat(40)}\n`;
    const blocks = await passageTexts({ path: "a.txt", text: block.repeat(10) });
    expect(blocks.length).toBeGreaterThan(3);
    expect(blocks.every((one) => one.startsWith("line") && one.endsWith("\n\n"))).toBe(true);
  });
});

describe("source code", () => {
  it("keeps a definition and the comment above it together under its name", async () => {
    const text =
      'import a from "a";\n\n/** Runs. */\nexport async function run(x) {\n  step();\n\n  return x;\n}\n\nconst ONE = 1;\nconst TWO = 2;\n\nclass Big extends Small {\n  go() {}\n}\n';
    expect(await headingPaths({ path: "a.ts", text })).toEqual(["", "run", "", "Big"]);
    expect((await passageTexts({ path: "a.ts", text }))[1]).toBe(
      "/** Runs. */\nexport async function run(x) {\n  step();\n\n  return x;\n}\n\n",
    );
  });

  it.each([
    ["a.py", "@cached\ndef total(a):\n    b = 1\n    return b\n\nx = 1\n", ["total", ""]],
    ["a.go", "package main\n\nfunc (s *Store) Open() error {\n\treturn nil\n}\n", ["", "Open"]],
    [
      "a.rs",
      "pub(crate) struct Row {\n    id: u32,\n}\n\nimpl Row {\n    fn a() {}\n}\n",
      ["Row", "Row"],
    ],
    ["a.rb", "class Job\n  def go\n  end\nend\n\nputs 1\n", ["Job", ""]],
  ])("names the definitions of %s", async (path, text, names) => {
    expect(await headingPaths({ path, text })).toEqual(names);
  });

  it("is titled by its file name, not by a definition", async () => {
    const { artifact } = await aTextReading({ path: "src/a.py", text: "def f():\n  a\n  b\n" });
    expect(artifact).toMatchObject({ title: "a.py", kind: "code", language: "python" });
  });
});

describe("the kind of a file", () => {
  it.each([
    ["docs/A.MD", "markdown", "markdown"],
    ["a.mdx", "markdown", "markdown"],
    ["a.mdown", "markdown", "markdown"],
    ["a.rst", "rst", "rst"],
    ["a.htm", "html", "html"],
    ["a.tsx", "code", "typescript"],
    ["ops/Dockerfile", "code", "dockerfile"],
    ["CMakeLists.txt", "code", "cmake"],
    ["notes.txt", "text", "unknown"],
    ["LICENSE", "text", "unknown"],
    ["md", "text", "unknown"],
    ["a.unheard", "text", "unknown"],
  ])("of %s is %s in %s, by name alone", (path, kind, language) => {
    expect(kindOf(path)).toEqual({ kind, language });
  });
});

describe("an artifact", () => {
  it("is named by source and path, whatever its bytes, and so is its index document (COR-15)", async () => {
    const path = "docs/ä b#1.md";
    const first = await aTextReading({ path, text: "# A\n" });
    const second = await aTextReading({ path, text: "# B\n" });
    expect(first.artifact.ref).toBe("artifact://files/docs/%C3%A4%20b%231.md");
    expect(second.artifact.ref).toBe(first.artifact.ref);
    expect(second.artifact.version).not.toBe(first.artifact.version);
    expect(first.indexDocument).toMatchObject({ artifact: first.artifact.ref, path, title: "A" });
  });
});
