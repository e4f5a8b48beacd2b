import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT, readProjectPages } from "./builders/project-pages.ts";

const pages = readProjectPages();
const proseOf = (path: string): string =>
  (pages.find((page) => page.path === path)?.prose ?? []).map(({ text }) => text).join("\n");

/** Every word of an identifier in the code of a folder. */
function identifiersIn(folder: string): ReadonlySet<string> {
  const files = readdirSync(`${PROJECT_ROOT}${folder}`, { recursive: true, encoding: "utf8" });
  const text = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(`${PROJECT_ROOT}${folder}/${file}`, "utf8"))
    .join("\n");
  return new Set(text.match(/[A-Za-z][a-z]+|[A-Z][a-z]*/g)?.map((word) => word.toLowerCase()));
}

describe("the page on admission", () => {
  it("keeps drawing in apart from taking back, and the code does, too (DIS-06)", () => {
    const page = proseOf("docs/admission.md");
    expect(page).toMatch(
      /To disclose is to draw material in;.* demote it, which this program does not do/,
    );
    expect(proseOf("docs/glossary.md")).toMatch(/\| disclose \|.*opposite direction of demoting/);
    const words = identifiersIn("src/pipeline/admit");
    expect(words).toContain("disclose");
    expect([...words].filter((word) => /^(?:demot|fad)/.test(word))).toEqual([]);
  });

  it("calls a dead end a way of failing, and says nothing of how often (DIS-13)", () => {
    const page = proseOf("docs/admission.md");
    expect(page).toMatch(
      /dead ends is a way in which this fails\. How often it happens is not known/,
    );
    expect(page).not.toMatch(/\b(?:usually|often|rarely|always) (?:wander|follow)/);
  });

  it("names the loop of a misleading text, and claims no remedy (DIS-17)", () => {
    const page = proseOf("docs/admission.md");
    expect(page).toMatch(
      /one misleading text .* more of the same\. That loop is named here and left alone/,
    );
  });
});
