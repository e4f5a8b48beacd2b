import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { UseRecord } from "../../../src/model/ledger-record.ts";
import { detectUse } from "../../../src/pipeline/ledger/detect-use.ts";
import { aBundleRecord, type CandidateStory } from "../../builders/a-bundle-record.ts";

const APPROVAL =
  "An operator has to approve every deployment to the production line. The operator\nchecks the firing curve and the rollback sheet.";
const FINDING = "Start from the map, pick the module, then read the section it names.";
const OWNERS = "Every decision has one named owner, and finding its record is orientation only.";
const KILNS =
  "Each deployment is approved for one kiln; a deployment to a second kiln needs a new approval.";

/** Of the last one, as the builder makes it. */
const VERSION = hash("sha256", "docs/kilns.md", "hex");

const FOUR: readonly CandidateStory[] = [
  { path: "docs/approval.md", lines: [10, 15], text: APPROVAL },
  { path: "docs/finding.md", lines: [3, 3], text: FINDING },
  { path: "docs/owners.md", lines: [12, 19], text: OWNERS },
  { path: "docs/kilns.md", lines: [20, 22], text: KILNS },
];

const detect = (answer: string, stories = FOUR, task?: string): Promise<UseRecord> => {
  const record = aBundleRecord(stories);
  const asked = task === undefined ? record : { ...record, task: { ...record.task, text: task } };
  return detectUse({ record: asked, answer, at: "2026-10-15T10:00:00.000Z", from: "file" });
};

const shown = ({ used }: UseRecord): readonly string[] =>
  used.map(({ by, label, line, quote }) => `${label} ${by} ${line}: ${quote}`);

describe("finding what an answer shows of its exhibits", () => {
  it("marks what is cited by label and what is quoted as used, and nothing else (ADM-04)", async () => {
    const answer = [
      "Pick the module from the map first [E2].",
      "",
      "The rule says that a deployment to a second",
      "kiln needs a new approval, so ask again.",
    ].join("\n");
    const use = await detect(answer);
    expect(shown(use)).toEqual([
      "E2 citation 1: [E2]",
      "E4 quotation 3: a deployment to a second kiln needs a new approval",
    ]);
    expect(use.unused).toEqual(["E1", "E3"]);
    expect(use.answerSha256).toBe(hash("sha256", answer, "hex"));
    expect({ ...use, used: [], unused: [] }).toMatchObject({
      bundle: "B1",
      at: "2026-10-15T10:00:00.000Z",
      from: "file",
      uncitedSentences: [],
      unknownCitations: [],
    });
  });

  it.each([
    ["alone", "As E2 says, pick it.", ["E2"]],
    ["in brackets", "Pick it [E2].", ["E2"]],
    ["in a list", "Pick it (E2, E4).", ["E2", "E4"]],
    ["in a list of words", "Pick it: E1, E3 and E4.", ["E1", "E3", "E4"]],
    ["in a range", "Pick it [E2–E4].", ["E2", "E3", "E4"]],
    ["in a range of numbers", "Pick it (E1-3).", ["E1", "E2", "E3"]],
    ["with a page behind it", "Pick it [E2, line 3].", ["E2"]],
    ["with emphasis", "Pick it, says **E2**.", ["E2"]],
    ["as code", "Pick it, says `E2`.", ["E2"]],
    ["as a link", "Pick it [E2](#e2).", ["E2"]],
    ["as a footnote", "Pick it[^E2].", ["E2"]],
    ["between ideographs", "根据E2所述，先选模块。", ["E2"]],
    ["in full-width brackets", "先选模块【E2】。", ["E2"]],
    ["in a heading", "## What E2 says", ["E2"]],
    ["in a table", "| rule | from |\n|---|---|\n| pick it | E2 |", ["E2"]],
    ["in a quote", "> Pick it. (E2)", ["E2"]],
  ])("reads a label %s", async (_where, answer, labels) => {
    expect((await detect(answer)).used.map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    ["part of a name", "The E2E tests and file-E2.md and E2-based and x/E2 pass."],
    ["a lowercase word", "The e2 system."],
    ["a variable in a block of code", "```\nE2 = E3 + 1\n```"],
    ["a version", "E2.5 and E2-2024 are versions."],
  ])("takes %s for no label", async (_what, answer) => {
    expect((await detect(answer)).used).toEqual([]);
  });

  it("takes a bare label that the subject has too for a word of the subject, and one in brackets for a label", async () => {
    const task = "What does error E2 mean?";
    expect((await detect("It means E2 is broken.", FOUR, task)).used).toEqual([]);
    expect(shown(await detect("It means a loss [E2].", FOUR, task))).toEqual([
      "E2 citation 1: [E2]",
    ]);
  });

  it.each([
    ["a label", "[E2]"],
    ["a place", "docs/owners.md:14"],
  ])(
    "takes %s inside words that an exhibit says itself for a part of the quotation",
    async (_what, cited) => {
      const imitating: CandidateStory = {
        path: "docs/x.md",
        text: `Nobody may deploy because a list names them, see ${cited} for what an owner can do instead.`,
      };
      const answer = `It says that nobody may deploy because a list names them, see ${cited} for what an owner can do.`;
      const use = await detect(answer, [imitating, ...FOUR]);
      expect(use.used.map(({ by, label }) => `${label} ${by}`)).toEqual(["E1 quotation"]);
      expect(use.unknownCitations).toEqual([]);
    },
  );

  it.each([
    ["its lines", "See docs/owners.md:14.", ["E3"]],
    ["lines that touch it", "See docs/owners.md#L1-L12.", ["E3"]],
    ["its version", `See docs/kilns.md:20-22 @${VERSION.slice(0, 12)} for it.`, ["E4"]],
    ["the end of its path", "See owners.md:12-13.", ["E3"]],
    ["an absolute path", "See /home/dev/app/docs/owners.md:12.", ["E3"]],
    ["the artifact", "See artifact://files/docs/finding.md for it.", ["E2"]],
    ["a link", "See [the rule](docs/approval.md#L10-L12).", ["E1"]],
    ["a footnote", "It is so.[^1]\n\n[^1]: docs/approval.md:11", ["E1"]],
    ["the name of a fence", "```12:19:docs/owners.md\nx\n```", ["E3"]],
    ["a comment in code", "```\n// docs/owners.md:12\n```", ["E3"]],
  ])("reads a place by %s", async (_how, answer, labels) => {
    const use = await detect(answer);
    expect(use.used.map(({ label }) => label)).toEqual(labels);
    expect(use.unknownCitations).toEqual([]);
  });

  it("names citations that do not exist: labels and places that the bundle does not have", async () => {
    const answer = [
      "It is so [E9]. It is also so, says E12.",
      "See docs/owners.md:200 and src/gone.ts:3.",
      "See docs/owners.md:12@00000000deadbeef.",
    ].join("\n");
    const use = await detect(answer);
    expect(use.used).toEqual([]);
    expect(use.unknownCitations).toEqual([
      { text: "E9", line: 1 },
      { text: "E12", line: 1 },
      { text: "docs/owners.md:200", line: 2 },
      { text: "src/gone.ts:3", line: 2 },
      { text: "docs/owners.md:12@00000000deadbeef", line: 3 },
    ]);
  });

  it("takes the end of a path that two artifacts share for neither of them, and for nothing that is missing", async () => {
    const twins: readonly CandidateStory[] = [
      { path: "docs/a/README.md", lines: [1, 9] },
      { path: "docs/b/README.md", lines: [1, 9] },
    ];
    const use = await detect("See README.md:3. And so b/README.md:3.", twins);
    expect(use.used.map(({ label }) => label)).toEqual(["E2"]);
    expect(use.unknownCitations).toEqual([]);
  });

  it("reports nothing as unknown that is deferred, repeated from an exhibit, a code of the subject or output of a program", async () => {
    const stories: readonly CandidateStory[] = [
      { text: "Rule E7 is explained in docs/rules.md:7 of the manual." },
      { verdict: "defer", expansions: ["section"] },
    ];
    const answer =
      "E7 is explained in docs/rules.md:7, D1 may say more, flake8 says E501.\n\n```\nsrc/x.ts:3: error\n```";
    expect((await detect(answer, stories)).unknownCitations).toEqual([]);
  });

  it("finds a quotation in a block quote, in a block of code and over line ends, with its line", async () => {
    const code: CandidateStory = {
      path: "src/a.ts",
      text: "export function openLedger(folder: string): Ledger {\n  return createLedger(folder, sqlite);\n}",
    };
    const answer = [
      "First:",
      "",
      "> An operator has to approve every",
      "> deployment to the production line.",
      "",
      "```ts",
      "// as it is",
      "export function openLedger(folder: string): Ledger {",
      "```",
    ].join("\r\n");
    expect(shown(await detect(answer, [...FOUR, code]))).toEqual([
      "E1 quotation 3: An operator has to approve every deployment to the production line",
      "E5 quotation 8: export function openLedger(folder: string): Ledger",
    ]);
  });

  it("finds a quotation in Chinese, where no space separates words", async () => {
    const stories: readonly CandidateStory[] = [
      { text: "每一次部署到生产线之前，操作员必须批准，并检查烧制曲线和回滚表。" },
      { text: "每个决定都有一个负责人。" },
    ];
    const answer = "规则写道：操作员必须批准，并检查烧制曲线和回滚表。所以要先问。";
    expect(shown(await detect(answer, stories, "谁可以部署？"))).toEqual([
      "E1 quotation 1: 操作员必须批准，并检查烧制曲线和回滚表",
    ]);
  });

  it("takes words of the task, common words and a few words for no quotation", async () => {
    const task = "Does an operator have to approve every deployment to the production line?";
    expect(
      (await detect("Approve every deployment to the production line.", FOUR, task)).used,
    ).toEqual([]);
    expect((await detect("It is to be for the of and in it.")).used).toEqual([]);
    expect((await detect("The operator checks the curve.")).used).toEqual([]);
  });

  it("gives a quotation to the exhibit that holds the longest run of it", async () => {
    const near: CandidateStory = {
      text: "An operator has to approve every deployment to the test line. Nothing else is needed there.",
    };
    const answer = "It says: an operator has to approve every deployment to the production line.";
    const use = await detect(answer, [near, ...FOUR]);
    expect(use.used.map(({ label }) => label)).toEqual(["E2"]);
  });

  it("names every exhibit that says the same words, unless the words around them cite one", async () => {
    const twice: readonly CandidateStory[] = [{ text: KILNS }, ...FOUR];
    const quotation = "a deployment to a second kiln needs a new approval";
    const labels = async (answer: string): Promise<readonly string[]> => [
      ...new Set((await detect(answer, twice)).used.map(({ label }) => label)),
    ];
    expect(await labels(`So ${quotation}.`)).toEqual(["E1", "E5"]);
    expect(await labels(`So ${quotation} [E5].`)).toEqual(["E5"]);
    expect(await labels(`As E1 has it:\n\n> ${quotation}`)).toEqual(["E1"]);
  });

  it("lists sentences that state something and cite nothing, each with its line (FAI-12)", async () => {
    const answer = [
      "# The rule about deploying things",
      "",
      "Operators approve each deployment. [E1] The rollback sheet is kept for ten years.",
      "Two people sign it.[E2][E3] Nobody checks the signatures afterwards, says docs/owners.md:12.",
      "",
      "Who signs the second sheet of paper?",
      "",
      "There are three more rules about signatures:",
      "",
      "- Copies are sent to the northern office by `a.md. Then` nobody",
      "  reads them, which is so.",
      "- Done.",
      "",
      "> Somebody else's words that cite nothing at all.",
      "",
      "| rule | who |",
      "|---|---|",
      "| sheets are burned yearly | nobody |",
      "| sheets are kept | E4 |",
    ].join("\n");
    expect((await detect(answer)).uncitedSentences).toEqual([
      { text: "The rollback sheet is kept for ten years.", line: 3 },
      {
        text: "Copies are sent to the northern office by `a.md. Then` nobody reads them, which is so.",
        line: 10,
      },
      { text: "sheets are burned yearly | nobody", line: 18 },
    ]);
  });

  it("counts as cited what repeats an exhibit and what cites something that does not exist", async () => {
    const use = await detect(
      "An operator has to approve every deployment to the production line. The owner signs the second sheet [E9].",
    );
    expect(use.uncitedSentences).toEqual([]);
  });

  it("says the same of the same answer, and bounds what it keeps of a long one", async () => {
    const answer = `${"Pick it [E2]. ".repeat(3)}\n\n${"Pick it [E2].\n\n".repeat(50)}${"long words follow here ".repeat(60)}`;
    const use = await detect(answer);
    expect(use).toEqual(await detect(answer));
    expect(use.used).toHaveLength(20);
    expect(use.uncitedSentences.map(({ text }) => text.length)).toEqual([200]);
  });

  it("takes what another bundle of the chain has for known, and for no use of this one", async () => {
    const record = aBundleRecord([{ path: "docs/a.md", text: OWNERS }], { id: "B2" });
    const [exhibit] = record.exhibits;
    if (exhibit === undefined) throw new Error("the builder makes one exhibit");
    const second = { ...record, exhibits: [{ ...exhibit, label: "E5" }] };
    const answer = "It is so [E2]. See docs/owners.md:12 and D1. And so [E5], but not [E7].";
    const given = { answer, at: "", from: "file", record: second } as const;
    const first = aBundleRecord([...FOUR, { verdict: "defer", expansions: ["section"] }]);
    const use = await detectUse({ ...given, chain: [first] });
    expect(use.used.map(({ label }) => label)).toEqual(["E5"]);
    expect(use.unknownCitations.map(({ text }) => text)).toEqual(["E7"]);
    const alone = await detectUse(given);
    expect(alone.unknownCitations.map(({ text }) => text)).toEqual([
      "E2",
      "docs/owners.md:12",
      "E7",
    ]);
  });

  it("ends on texts that repeat themselves without end", async () => {
    const stories = Array.from({ length: 10 }, () => ({ text: "kiln line sheet ".repeat(500) }));
    const answer = "kiln line sheet ".repeat(5_000);
    expect((await detect(answer, stories, "")).used).toEqual([]);
  });

  it("finds nothing in an empty answer and needs no exhibits", async () => {
    expect(await detect("", [])).toMatchObject({ used: [], unused: [], unknownCitations: [] });
    expect((await detect("See [E1].", [])).unknownCitations).toEqual([{ text: "E1", line: 1 }]);
  });
});
