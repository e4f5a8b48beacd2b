import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { aTextReading } from "../../builders/text-reading.ts";

// Each page in test/fixtures/split has its reading beside it. A changed rule shows there as a difference to review;
// EXHIBIT_WRITE_FIXTURES=1 writes the readings anew, and splitterVersion is raised with them.
const FOLDER = new URL("../../fixtures/split/", import.meta.url);
const rewrite = process.env["EXHIBIT_WRITE_FIXTURES"] === "1";
const pages = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));

async function readingOf(page: string): Promise<unknown> {
  const { artifact, passages, indexDocument } = await aTextReading({
    path: page,
    bytes: readFileSync(new URL(page, FOLDER)),
  });
  return {
    artifact,
    passages: passages.map((passage, at) => ({
      ...passage,
      firstWords: indexDocument.passages[at]?.text.slice(0, 40) ?? "missing",
    })),
  };
}

describe("the recorded pages", () => {
  it("are there", () => {
    expect(pages.length).toBeGreaterThanOrEqual(3);
  });

  for (const page of pages) {
    it(`split as recorded: ${page}`, async () => {
      const recorded = new URL(`${page}.json`, FOLDER);
      const reading = await readingOf(page);
      if (rewrite) writeFileSync(recorded, `${JSON.stringify(reading, null, 2)}\n`);
      expect(reading).toEqual(JSON.parse(readFileSync(recorded, "utf8")));
    });
  }
});
