import { describe, expect, it } from "vitest";
import { splitSections, splitUnits } from "../../../bench/quality/section-units.ts";

const whole = { firstId: 0, maxChars: Number.POSITIVE_INFINITY };

describe("the units of the evaluation protocol", () => {
  it("starts a section at every ATX heading outside code fences and keeps exact offsets", () => {
    const text = "intro\n\n# A\n\none\n\n```sh\n# not a heading\n```\n\n## B ##\n\ntwo\n";
    const sections = splitSections(text);
    expect(sections.map((section) => [section.heading, section.above])).toEqual([
      ["", []],
      ["A", []],
      ["B", ["A"]],
    ]);
    expect(sections.map((section) => text.slice(section.start, section.end)).join("")).toBe(text);
    expect(sections[1]?.body).toBe("one\n\n```sh\n# not a heading\n```");
  });

  it("closes a fence only with its own marker, at least as long and alone on its line", () => {
    const text = "# A\n````\n~~~\n```\n# in\n```` x\n# in\n`````\n# B\nend\n";
    expect(splitSections(text).map((section) => section.heading)).toEqual(["A", "B"]);
  });

  it("leaves a bare title above subsections out, but keeps it when it is all there is", () => {
    const headings = (text: string): string[] =>
      splitUnits("d", text, whole).map((unit) => unit.heading);
    expect(headings("# Title\n\n## First\n\nbody\n")).toEqual(["First"]);
    expect(headings("# Title\n\n## First\n")).toEqual(["First"]);
    expect(headings("# Title\n")).toEqual(["Title"]);
    expect(splitUnits("d", "# Title\n\n## First\n\nbody\n", whole)[0]).toMatchObject({
      title: "Title",
      above: ["Title"],
    });
  });

  it("steps the outline back to the parent when a heading closes deeper ones", () => {
    const sections = splitSections("# A\na\n### B\nb\n## C\nc\n# D\nd\n");
    expect(sections.map((section) => section.above)).toEqual([[], ["A"], ["A"], []]);
  });

  it("cuts a long section into consecutive pieces under its heading", () => {
    const paragraphs = Array.from({ length: 6 }, (_, i) => `paragraph ${i} ${"word ".repeat(10)}`);
    const text = `# Long\n\n${paragraphs.join("\n\n")}\n`;
    const units = splitUnits("d", text, { firstId: 5, maxChars: 150 });
    expect(units.length).toBeGreaterThan(2);
    expect(units.map((unit) => text.slice(unit.start, unit.end)).join("")).toBe(text);
    expect(new Set(units.map((unit) => unit.heading))).toEqual(new Set(["Long"]));
    expect(units.map((unit) => unit.id)).toEqual(units.map((_, index) => 5 + index));
  });
});
