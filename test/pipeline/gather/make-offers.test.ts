import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GRANULARITIES, type Offer } from "../../../src/model/representation.ts";
import { MAX_SPAN_TOKENS } from "../../../src/pipeline/gather/choose-span.ts";
import { makeOffers } from "../../../src/pipeline/gather/make-offers.ts";
import { anOfferSource, type OfferParts } from "../../builders/an-offer-source.ts";

const LOCKS = `---
title: Record locks
observed_at: 2026-10-01
summary: How records are locked, who may break a lock, and what the export path still lacks.
---
# Record locks

Every record has one lock.

## Import path

The deadlock of the import path is fixed since March. The fix takes locks in the order of their ids.

- \`maxWaitMs\`: 500, after which the caller gives up
- \`owner\`: the desk that took it first
- \`retries\`: three, except on Mondays when there is only one

## Export path

It still deadlocks, unless the ledger is closed.

## History

Locks were files once.
`;

/** A section of some 900 tokens, in three passages at least, in which one line holds the rare word. */
const LONG = `# Long\n\n## Part\n\n${Array.from({ length: 90 }, (_, line) =>
  line === 61
    ? "The zeppelin of the harbor desk is refueled by the night crew."
    : `Line ${line} says that the ledger of desk ${line} is checked in time.`,
).join("\n")}\n`;

const offersOf = async (
  given: OfferParts,
  overrides: Parameters<typeof anOfferSource>[1] = {},
): Promise<readonly Offer[]> => makeOffers(await anOfferSource(given, overrides));

const find = (offers: readonly Offer[], name: string): Offer => {
  const found = offers.find((offer) => `${offer.granularity}/${offer.fidelity}` === name);
  if (found === undefined) throw new Error(`no ${name} in ${JSON.stringify(offers)}`);
  return found;
};

describe("the offers of a candidate", () => {
  it("reach every granularity for one artifact, the least first (GRA-01)", async () => {
    const offers = await offersOf({ text: LONG, holding: "zeppelin" });
    expect(offers.map(({ granularity }) => granularity)).toEqual(GRANULARITIES);
  });

  it("name the artifact by a handle that shows nothing of it", async () => {
    const offer = find(
      await offersOf({ path: "docs/locks.md", text: LOCKS }),
      "identifier/described",
    );
    expect(offer).toMatchObject({
      text: "artifact://files/docs/locks.md",
      coverage: 0,
      lines: "none",
    });
  });

  it("identify it by title, heading, path, lines and date (DIS-03)", async () => {
    const given = { path: "docs/locks.md", text: LOCKS, holding: "still deadlocks" };
    const offer = find(await offersOf(given), "identity/described");
    expect(offer.text).toBe("Record locks > Export path (docs/locks.md:18-20, 2026-10-01)");
    expect(offer.tokens).toBeLessThanOrEqual(24);
    expect(offer.wordedBy).toBe("program");
  });

  it("do not say a file's name twice", async () => {
    const text = "# Locks\n\nOne desk.\n\n## Export path\n\nIt waits.\n";
    const identityOf = async (given: OfferParts): Promise<string> =>
      find(await offersOf(given), "identity/described").text as string;
    const given = { path: "docs/locks.md", text, holding: "It waits" };
    expect(await identityOf(given)).toBe("Export path (docs/locks.md:5-7, undated)");
    expect(await identityOf({ path: "notes.txt", text: "one\ntwo\n" })).toBe(
      "notes.txt:1-2 (undated)",
    );
  });

  it("describe a section by its first sentence, the names it defines, its qualifiers and what is not shown (DIS-04, DIS-21)", async () => {
    const text = LOCKS.replace(/^summary:.*\n/m, "");
    const offer = find(await offersOf({ text, holding: "maxWaitMs" }), "anchor/described");
    expect(offer.text.split("\n")).toEqual([
      "Record locks > Import path: The deadlock of the import path is fixed since March.",
      "Defines maxWaitMs, owner, retries.",
      'Qualified by "only" L15, "except" L15.',
      "Not shown: Record locks; Export path; History.",
    ]);
    expect(offer.notShown).toEqual(["Record locks", "Export path", "History"]);
    expect(offer.tokens).toBeGreaterThan(40);
    expect(offer.tokens).toBeLessThanOrEqual(80);
  });

  it("use what an author wrote of the text as it stands, and still flag its qualifiers (GRA-07, DIS-21)", async () => {
    const offers = await offersOf({ text: LOCKS, holding: "maxWaitMs" });
    const anchor = find(offers, "anchor/described");
    expect(anchor.wordedBy).toBe("author");
    expect(anchor.text).toContain(
      "How records are locked, who may break a lock, and what the export path still lacks.",
    );
    expect(anchor.text).not.toContain("is fixed since March");
    expect(anchor.text).toContain('"only" L16');
    expect(find(offers, "full/described")).toMatchObject({
      text: "How records are locked, who may break a lock, and what the export path still lacks.",
      wordedBy: "author",
      coverage: 1,
    });
  });

  it("show a section as its exact lines, and the whole as all of them (DIS-05)", async () => {
    const offers = await offersOf({ text: LOCKS, holding: "still deadlocks" });
    expect(find(offers, "section/exact")).toMatchObject({
      text: "## Export path\n\nIt still deadlocks, unless the ledger is closed.",
      lines: { startLine: 18, endLine: 20 },
      wordedBy: "source",
    });
    expect(find(offers, "full/exact")).toMatchObject({
      text: "deferred",
      bytes: Buffer.byteLength(LOCKS),
      lines: { startLine: 1, endLine: 24 },
      coverage: 1,
      notShown: [],
    });
  });

  it("say which share of the artifact's lines each covers, apart from how detailed it is (GRA-03, GRA-04)", async () => {
    const offers = await offersOf({ text: LOCKS, holding: "still deadlocks" });
    const section = find(offers, "section/exact");
    const anchor = find(offers, "anchor/described");
    expect(section.coverage).toBeCloseTo(3 / 24, 12);
    expect(anchor.coverage).toBe(section.coverage);
    expect([section.fidelity, anchor.fidelity]).toEqual(["exact", "described"]);
  });

  it("hold detailed and rough forms of a part and of the whole at once (GRA-14)", async () => {
    const offers = await offersOf({ text: LOCKS, holding: "maxWaitMs" });
    const kinds = offers.map(({ granularity, fidelity }) => `${granularity}/${fidelity}`);
    expect(kinds).toEqual(
      expect.arrayContaining([
        "section/exact",
        "section/extracted",
        "full/exact",
        "full/described",
      ]),
    );
    expect(new Set(kinds).size).toBe(kinds.length);
  });

  it("offer a long section in part, where the task's rare words stand (GRA-13)", async () => {
    const weights = { zeppelin: 5, ledger: 0.1 };
    const offers = await offersOf({ text: LONG, holding: "zeppelin", weights });
    const span = find(offers, "span/exact");
    const section = find(offers, "section/exact");
    expect(span.text).toContain("The zeppelin of the harbor desk");
    expect(span.tokens).toBeLessThanOrEqual(MAX_SPAN_TOKENS);
    expect(section.tokens).toBeGreaterThan(MAX_SPAN_TOKENS);
    expect(section.text).toContain(span.text);
    expect(span.coverage).toBeLessThan(section.coverage);
  });

  it("offer a short section whole and not in part", async () => {
    const offers = await offersOf({ text: LOCKS, holding: "still deadlocks" });
    expect(offers.map(({ granularity }) => granularity)).not.toContain("span");
  });

  it("offer exactly the lines that somebody asked for, with their citation (GRA-02)", async () => {
    const offers = await offersOf({ text: LOCKS, lines: [12, 13] });
    expect(find(offers, "span/exact")).toMatchObject({
      text: "The deadlock of the import path is fixed since March. The fix takes locks in the order of their ids.\n",
      lines: { startLine: 12, endLine: 13 },
      citation: { startLine: 12, endLine: 13 },
    });
  });

  it("show what must be exact in exact forms only, and never a piece of a section", async () => {
    const exact = LONG.replace(
      "# Long",
      "---\nminFidelity: exact\nsummary: A long one.\n---\n# Long",
    );
    const offers = await offersOf({ text: exact, holding: "zeppelin" });
    expect(offers.map(({ granularity, fidelity }) => `${granularity}/${fidelity}`)).toEqual([
      "identifier/described",
      "identity/described",
      "section/exact",
      "full/exact",
    ]);
  });

  it("leave a section of many kilobytes until it is admitted", async () => {
    const text = `# Big\n\n${"A sentence that goes on about the ledger of the harbor desk.\n".repeat(400)}`;
    const offers = await offersOf({ text });
    const section = find(offers, "section/exact");
    expect(section.text).toBe("deferred");
    expect(section.bytes).toBe(Buffer.byteLength(text.trimEnd()));
    expect(find(offers, "span/exact").tokens).toBeLessThanOrEqual(MAX_SPAN_TOKENS);
  });

  it("cite a piece of one enormous line by its bytes", async () => {
    const text = `# Log\n\n${"word ledger 0123456789abcdef ".repeat(900)}`;
    const source = await anOfferSource({ text, holding: "ledger" });
    const span = find(makeOffers(source), "span/exact");
    const { bytes } = span.citation;
    expect(span.tokens).toBeLessThanOrEqual(MAX_SPAN_TOKENS);
    expect(Buffer.from(text).subarray(bytes?.start, bytes?.end).toString()).toBe(span.text);
  });

  it("count each form by the counter that is named", async () => {
    const source = await anOfferSource({ text: LOCKS, holding: "maxWaitMs" });
    for (const { text, tokens, bytes } of makeOffers(source)) {
      if (text === "deferred") continue;
      expect(tokens).toBe(source.counter.count(text));
      expect(bytes).toBe(Buffer.byteLength(text));
    }
  });
});

describe("what is exact", () => {
  const line = fc.constantFrom(
    "# One",
    "## Two",
    "## Two",
    "",
    "the ledger of the desk",
    "- `key`: value",
    "| a | b |",
    "|---|---|",
    "```",
    "用户身份 is not the owner 🚢",
    "x".repeat(300),
  );
  const ending = fc.constantFrom("\n", "\r\n", "\r");
  const encoding = fc.constantFrom("utf8", "utf16le", "bom");

  it("is byte for byte the cited lines, in any encoding and with any line ends", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 60 }),
        ending,
        encoding,
        async (lines, end, how) => {
          const text = `# Start${end}${lines.join(end)}`;
          const bytes = encode(text, how);
          const source = await anOfferSource({ path: "a.md", bytes });
          for (const offer of makeOffers(source)) {
            if (offer.fidelity !== "exact" || offer.text === "deferred") continue;
            expect(offer.text).toBe(linesOf(text, offer.citation));
            expect(offer.lines).toEqual({
              startLine: offer.citation.startLine,
              endLine: offer.citation.endLine,
            });
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  function encode(text: string, how: string): Uint8Array {
    if (how === "utf8") return Buffer.from(text);
    if (how === "bom") return Buffer.from(`\ufeff${text}`);
    return Buffer.from(`\ufeff${text}`, "utf16le");
  }

  /** By splitting the text, not by offsets: another way to the same lines. */
  function linesOf(text: string, at: { startLine: number; endLine: number }): string {
    const pieces = text.split(/(?<=\r\n|\n|\r(?!\n))/);
    return pieces
      .slice(at.startLine - 1, at.endLine)
      .join("")
      .replace(/(?:\r\n|\n|\r)$/, "");
  }
});
