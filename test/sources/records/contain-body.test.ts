import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type BlockParser,
  containBody,
  loadBlockParser,
} from "../../../src/sources/records/contain-body.ts";

let parser: BlockParser;
beforeAll(async () => {
  parser = await loadBlockParser();
});

describe("a record's body in its page", () => {
  it.each([
    ["# One\n## Two", "### One\n#### Two"],
    ["###### Six", "###### Six"],
    ["One\n===\n\nTwo\nlines\n---", "### One\n\n\n#### Two lines"],
    ["> # Quoted\n\n1. ## Listed", "> ### Quoted\n\n1. #### Listed"],
    ["> Quoted\n> ---", "> Quoted\n> \\---"],
    ["```sh\n# a comment\n```", "```sh\n# a comment\n```"],
    ["#tag and #1 stay", "#tag and #1 stay"],
    ["\r\nwindows\r\n\r\n# H\r\n", "windows\n\n### H"],
  ])("moves its headings below its section: %j", (body, contained) => {
    expect(containBody(body, parser)).toBe(contained);
  });

  it.each(["```\nnever closed", "<!-- never closed", "text\n\n<script>\nalert(1)", "~~~~\n~~~"])(
    "is quoted when it leaves something open: %j",
    (body) => {
      const lines = body.split("\n").map((line) => `> ${line}`);
      expect(containBody(body, parser)).toBe(lines.join("\n"));
    },
  );

  it("cannot declare a date for the page (FRE-08)", () => {
    const contained = containBody(
      "> Source snapshot range (UTC): 2030-01-01 to 2030-01-01",
      parser,
    );
    expect(contained).toBe("> Source snapshot range (UTC)\\: 2030-01-01 to 2030-01-01");
  });

  it("never becomes a module or section of its own, whatever it holds", () => {
    // Without `</pre>`: below a list item the judge takes it for the start of a block, which CommonMark does not.
    const line = fc.constantFrom(
      ..."# a,## b ##,===,---,```,~~~,> # q,> ,- ## l,1. x,<!--,-->,<div>,<pre>,</div>,    # code,a,|a|,|-|,[x]: /y,".split(
        ",",
      ),
      "",
      "\t# t",
      "  ---",
      "> ```",
      "-   ```",
    );
    const body = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(body, (text) => {
        fc.pre(text.trim() !== "");
        const page = `## before\n\n${containBody(text, parser)}\n\nend\n\n## after\n`;
        // Another implementation of CommonMark judges.
        const sections = fromMarkdown(page).children.filter(
          (node) => node.type === "heading" && node.depth <= 2,
        );
        expect(sections.map((node) => page.slice(...offsetsOf(node)))).toEqual([
          "## before",
          "## after",
        ]);
      }),
      { numRuns: 1_000 },
    );
  });
});

type Node = ReturnType<typeof fromMarkdown>["children"][number];

function offsetsOf(node: Node): [number, number] {
  return [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
}
