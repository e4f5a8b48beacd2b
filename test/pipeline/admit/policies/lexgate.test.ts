import { describe, expect, it } from "vitest";
import type { Decision, Verdicts } from "../../../../src/model/decision.ts";
import type { Pool } from "../../../../src/model/pool.ts";
import { NOTHING_RESIDENT, type Resident } from "../../../../src/model/resident.ts";
import { decideAdmission } from "../../../../src/pipeline/admit/decide-admission.ts";
import { type GateParameters, LEAN, WIDE } from "../../../../src/pipeline/admit/parameters.ts";
import { createLexgate, lexgateVersion } from "../../../../src/pipeline/admit/policies/lexgate.ts";
import {
  aCandidate,
  anOffer,
  aPool,
  aResident,
  type CandidateChanges,
} from "../../../builders/a-pool.ts";

/** Constants of these tests alone: refitting the shipped ones changes no rule. */
const GATE: GateParameters = { ...LEAN, theta: 0.59, weakBelow: 0.72, tau: 0.38 };
const ROOM = { tokens: 2000, bytes: 100_000 };
const STRONG = "The retention window is decided by the owner of each topic.";
/** What a search finds beside the answer: words of the task, apart from each other and in other company. */
const NOISE: readonly string[] = [
  "A window of the office looks south over the harbor.",
  "Staff retention was good in spring.",
  "Nobody decides alone about lunch.",
];

interface Given {
  readonly resident?: Resident;
  readonly budget?: typeof ROOM;
}

function decide(pool: Pool, { resident = NOTHING_RESIDENT, budget = ROOM }: Given = {}): Verdicts {
  return decideAdmission(createLexgate(GATE), { pool, resident, budget });
}

/** The answer, the candidates of a test behind it, and noise to a pool of nine. */
function around(...others: readonly CandidateChanges[]): Pool {
  const noise = Array.from({ length: 8 - others.length }, (_, place) => ({
    text: `${NOISE[place % NOISE.length]} ${place}`,
    score: 3 - place / 10,
    tokens: 150,
  }));
  const changes = [{ text: STRONG, score: 20, tokens: 150 }, ...others, ...noise];
  return aPool(changes.map((each, place) => aCandidate(`c${place + 1}`, { tokens: 150, ...each })));
}

function of(verdicts: Verdicts, id: string): Decision {
  const found = verdicts.decisions.findLast(({ candidate }) => candidate === id);
  if (found === undefined) throw new Error(`nothing was decided about ${id}`);
  return found;
}

function codeOf(verdicts: Verdicts, id: string): string {
  const { verdict, reason } = of(verdicts, id);
  return `${verdict} ${reason.code}`;
}

describe("lexgate", () => {
  it("rejects what did not resolve before it is weighed at all (REF-19, REF-20)", () => {
    const failed = { status: "failed", reason: "hash differs" } as const;
    const verdicts = decide(
      around({ text: STRONG, score: 90, recovery: failed, exactMatch: "title" }),
    );
    expect(of(verdicts, "c2")).toMatchObject({
      step: 1,
      verdict: "reject",
      reason: { code: "recovery_failed", detail: "hash differs" },
    });
    expect(codeOf(verdicts, "c1")).toBe("admit evidence_strong");
    expect(of(verdicts, "c1").strength.share).toBe(1);
  });

  it("rejects what is of another project, and what names none, whatever its evidence (SCO-08, SCO-09)", () => {
    const verdicts = decide(
      around(
        { text: `${STRONG} And more.`, score: 19, scope: "other", exactMatch: "path" },
        { text: `${STRONG} Or less.`, score: 19, scope: "" },
      ),
    );
    expect(codeOf(verdicts, "c2")).toBe("reject out_of_scope");
    expect(codeOf(verdicts, "c3")).toBe("reject out_of_scope");
  });

  it("admits into an empty bundle what it rejects where the reader has it, or its words, already (ADM-19)", () => {
    const pool = around();
    const [first] = pool.candidates;
    if (first === undefined) throw new Error("no candidate");
    expect(codeOf(decide(pool), "c1")).toBe("admit evidence_strong");
    const same = decide(pool, { resident: aResident(first, "section") });
    expect(codeOf(same, "c1")).toBe("reject already_resident");
    const copy = aResident(first, "section", { artifact: "artifact://files/copy.md" });
    expect(of(decide(pool, { resident: copy }), "c1").reason).toEqual({
      code: "redundant",
      with: "E1",
    });
    const anchor = decide(pool, { resident: aResident(first, "anchor") });
    expect(codeOf(anchor, "c1")).toBe("admit evidence_strong");
  });

  it("admits what the task names, without a score and without a word in common (LEX-24)", () => {
    const text = "Set MAX_SKEW to 250 and never higher.";
    const verdicts = decide(
      around({ text, score: "unavailable", rank: "unavailable", exactMatch: "identifier" }),
    );
    expect(codeOf(verdicts, "c2")).toBe("admit exact_identifier");
    expect(of(verdicts, "c2").strength.evidence).toBe("unavailable");
  });

  it("takes of a file that the task names the part with the strongest evidence", () => {
    const named = { artifact: "artifact://files/src/big.ts", exactMatch: "path" } as const;
    const verdicts = decide(
      around(
        { ...named, text: "const window = open the retention file", score: 9 },
        { ...named, text: "export function close", score: 1 },
      ),
    );
    expect(codeOf(verdicts, "c2")).toBe("admit exact_identifier");
    expect(codeOf(verdicts, "c3")).not.toContain("exact_identifier");
  });

  it("names, and neither admits nor rejects, what has no score (CAN-07)", () => {
    const verdicts = decide(
      around({ text: STRONG.replace("topic", "team"), score: "unavailable" }),
    );
    expect(codeOf(verdicts, "c2")).toBe("defer score_unavailable");
    expect(of(verdicts, "c2")).toMatchObject({ tokensPlanned: 18, tokensAdmitted: 0 });
  });

  it("admits nothing where the evidence is insufficient, names three, and says what is missing (ADM-15)", () => {
    const pool = aPool(
      ["A window.", "Some window or other.", "No windows.", "Windows, again."].map((text, place) =>
        aCandidate(`c${place + 1}`, { text, score: 4 - place / 10 }),
      ),
    );
    const verdicts = decide(pool);
    expect(verdicts.sufficiency).toMatchObject({ judgement: "insufficient", required: GATE.theta });
    expect(verdicts.decisions.map(({ verdict }) => verdict)).toEqual([
      "defer",
      "defer",
      "defer",
      "reject",
    ]);
    expect(of(verdicts, "c1").reason).toEqual({
      code: "insufficient_evidence",
      missing: ["retent", "decid"],
    });
    expect(verdicts.uncovered).toEqual(["retent", "window", "decid"]);
    expect(decide(aPool([])).sufficiency.judgement).toBe("insufficient");
  });

  it("judges what a store found by what it found itself, so that a lone chance hit of another one stays out", () => {
    const note = { generator: "memory_recall", source: "memory" } as const;
    const pool = around({ ...note, text: "Clean the window.", score: 2 });
    const report = { ...pool.generators[0], ...note } as Pool["generators"][number];
    const verdicts = decide({ ...pool, generators: [...pool.generators, report] });
    expect(of(verdicts, "c2").strength.share).toBe(1);
    expect(codeOf(verdicts, "c2")).toBe("defer insufficient_evidence");
    expect(codeOf(verdicts, "c1")).toBe("admit evidence_strong");
  });

  it("marks what it admits as weak where the whole is just sufficient", () => {
    const pool = aPool(
      [aCandidate("c1", { text: "A window is decided upon by retention.", score: 1 })],
      {
        terms: ["retent", "window", "decid", "absent"],
      },
    );
    expect(decide(pool).sufficiency).toMatchObject({ evidence: 0.956667, judgement: "sufficient" });
    const policy = createLexgate({ ...GATE, weakBelow: 1 });
    const weak = decideAdmission(policy, { pool, resident: NOTHING_RESIDENT, budget: ROOM });
    expect(weak.sufficiency.judgement).toBe("weak");
    expect(codeOf(weak, "c1")).toBe("admit evidence_weak");
  });

  it("lets a short section in whole, and of a long one its span (GRA-02, GRA-13)", () => {
    const verdicts = decide(
      around({
        text: `${STRONG} In full.`,
        score: 19,
        tokens: 900,
        span: STRONG.replace("topic", "queue"),
      }),
    );
    expect(of(verdicts, "c1").representation).toEqual({
      granularity: "section",
      fidelity: "exact",
    });
    expect(of(verdicts, "c2").representation).toEqual({ granularity: "span", fidelity: "exact" });
  });

  it("admits exact material verbatim or names it, and never shortens it (GRA-08)", () => {
    const exact = {
      text: `${STRONG} Exactly.`,
      score: 19,
      tokens: 900,
      minFidelity: "exact",
      span: "A part.",
    } as const;
    const roomy = decide(around(exact));
    expect(of(roomy, "c2").representation).toEqual({ granularity: "section", fidelity: "exact" });
    const tight = decide(around(exact), { budget: { ...ROOM, tokens: 800 } });
    expect(codeOf(tight, "c2")).toBe("defer below_fidelity");
  });

  it("keeps near-duplicates that differ in a number, flags both, and names no winner (AUT-09)", () => {
    const pool = around(
      { text: `${STRONG} Tenant 042 waits.`, score: 19 },
      { text: `${STRONG} Tenant 043 waits.`, score: 18 },
    );
    const verdicts = decide(pool);
    expect(codeOf(verdicts, "c2")).toBe("admit evidence_strong");
    expect(codeOf(verdicts, "c3")).toBe("admit evidence_strong");
    expect(of(verdicts, "c2").conflictsWith).toContain("c3");
    expect(of(verdicts, "c3").conflictsWith).toContain("c2");
    expect(JSON.stringify(verdicts)).not.toMatch(/winner|authoritative|"correct/);
  });

  it("spends the budget on the strongest for their size, and names what finds no room", () => {
    const pool = around({ text: `${STRONG} Another.`, score: 19, tokens: 390 });
    const verdicts = decide(pool, { budget: { ...ROOM, tokens: 400 } });
    expect(codeOf(verdicts, "c1")).toBe("admit evidence_strong");
    expect(codeOf(verdicts, "c2")).toBe("defer budget");
    const bytes = decide(pool, { budget: { tokens: 2000, bytes: 10 } });
    expect(bytes.decisions.filter(({ verdict }) => verdict === "admit")).toEqual([]);
  });

  it("names the next six and rejects the remainder, a long section by its anchor", () => {
    const verdicts = decide(around({ text: "Some window, long.", tokens: 900, score: 5 }));
    const deferred = verdicts.decisions.filter(({ verdict }) => verdict === "defer");
    expect(deferred).toHaveLength(6);
    expect(of(verdicts, "c2").representation).toEqual({
      granularity: "anchor",
      fidelity: "described",
    });
    expect(of(verdicts, "c3").representation).toEqual({
      granularity: "identity",
      fidelity: "described",
    });
    expect(codeOf(verdicts, "c9")).toBe("reject below_threshold");
  });

  it("admits a number of candidates that varies with the evidence (ADM-35)", () => {
    const counts = [around(), around({ text: `${STRONG} One.`, score: 19 })].map(
      (pool) => decide(pool).decisions.filter(({ verdict }) => verdict === "admit").length,
    );
    expect(counts).toEqual([1, 2]);
  });

  it("has a version that changes with every parameter (ADM-14)", () => {
    const versions = [
      LEAN,
      WIDE,
      ...Object.keys(LEAN).map((key) => ({ ...LEAN, [key]: 0.123 })),
    ].map(lexgateVersion);
    expect(versions.slice(0, 2)).toEqual(["lexgate/1:lean", "lexgate/1:wide"]);
    expect(new Set(versions).size).toBe(versions.length);
    expect(versions[2]).toMatch(/^lexgate\/1:[0-9a-f]{8}$/);
  });
});

describe("what scores high and is not needed (LEX-23)", () => {
  it("is told apart by a reason of its own for each kind: redundant, outdated, superseded, too broad, not required (LEX-23, FRE-23)", () => {
    const verdicts = decide(
      around(
        { text: "The owner of each topic decided the retention window.", tokens: 160, score: 19.9 },
        {
          text: "Retention window: decided by the owner of each topic.",
          score: 19.8,
          ageClass: "outdated",
        },
        {
          text: `${STRONG} Older decision.`,
          score: 19.7,
          supersededBy: "artifact://files/docs/c1.md",
        },
        {
          text: `${STRONG} ${"And much of other things beside. ".repeat(30)}`,
          score: 15,
          tokens: 400,
        },
        { text: "A window decided to stay.", score: 8 },
      ),
    );
    expect(codeOf(verdicts, "c1")).toBe("admit evidence_strong");
    expect(of(verdicts, "c2").reason).toEqual({ code: "redundant", with: "c1" });
    expect(of(verdicts, "c3").reason).toEqual({ code: "outdated", with: "c1" });
    expect(of(verdicts, "c4").reason).toEqual({ code: "superseded", with: "c1" });
    expect(codeOf(verdicts, "c5")).toBe("defer too_broad");
    expect(codeOf(verdicts, "c6")).toBe("defer next_best");
  });

  it("lets the text that is not outdated in first, although the outdated one ranks higher (FRE-23)", () => {
    const outdated = aCandidate("c1", { text: STRONG, score: 20, ageClass: "outdated" });
    const dated = aCandidate("c2", { text: `${STRONG} Seen lately.`, score: 19 });
    const verdicts = decide(aPool([outdated, dated]));
    expect(codeOf(verdicts, "c2")).toBe("admit evidence_strong");
    expect(of(verdicts, "c1").reason).toEqual({ code: "outdated", with: "c2" });
  });

  it("can reject the first by rank and admit a lower one (LEX-21, AUT-07)", () => {
    const distractor = {
      text: `Window cleaning for a window of any size. ${"Windows, doors, frames. ".repeat(60)}`,
      tokens: 400,
      score: 20,
    };
    const pool = aPool([
      aCandidate("c1", distractor),
      aCandidate("c2", { text: STRONG, score: 19 }),
      ...NOISE.map((text, place) => aCandidate(`c${place + 3}`, { text, score: 12 - place })),
    ]);
    const verdicts = decide(pool);
    expect(of(verdicts, "c1").verdict).not.toBe("admit");
    expect(of(verdicts, "c2").verdict).toBe("admit");
    expect(pool.candidates.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
  });

  it("decides differently about two of one score (LEX-25)", () => {
    const pool = around({
      text: "Opening hours of the office and of the harbor.",
      tokens: 390,
      score: 20,
    });
    const verdicts = decide(pool);
    expect(of(verdicts, "c1").strength.share).toBe(of(verdicts, "c2").strength.share);
    expect(of(verdicts, "c1").verdict).toBe("admit");
    expect(of(verdicts, "c2").verdict).not.toBe("admit");
  });
});

describe("fixtures of what goes wrong", () => {
  it("keeps a large distractor out of the bundle and names it", () => {
    const text = `Release notes. ${"The window was decided upon. Retention too. ".repeat(400)}`;
    const verdicts = decide(around({ text, tokens: 6000, score: 9, span: text.slice(0, 16_000) }));
    expect(of(verdicts, "c2").verdict).not.toBe("admit");
    expect(of(verdicts, "c1").verdict).toBe("admit");
  });

  it("admits one of three that say the same and the one that says something else (ADM-22, ADM-44)", () => {
    const verdicts = decide(
      around(
        { text: STRONG.toUpperCase().toLowerCase(), score: 19.5 },
        { text: "Decided by the owner of each topic: the retention window.", score: 19 },
        { text: "The retention window is decided anew when tenant 042 moves.", score: 18 },
      ),
    );
    expect(["c1", "c2", "c3", "c4"].map((id) => codeOf(verdicts, id))).toEqual([
      "admit evidence_strong",
      "reject redundant",
      "reject redundant",
      "admit evidence_strong",
    ]);
  });

  it("admits only the span of an artifact of 30,000 tokens (GRA-06)", () => {
    const offers = [
      anOffer("identity", "Investigation", { tokens: 18 }),
      anOffer("anchor", "Investigation: an account", { tokens: 50, notShown: ["Findings"] }),
      anOffer("span", STRONG, { lines: { startLine: 4000, endLine: 4002 }, coverage: 0.001 }),
      anOffer("section", "deferred", { tokens: 9000 }),
      anOffer("full", "deferred", { tokens: 30_000, lines: "none", coverage: 1 }),
    ];
    const pool = aPool([aCandidate("c1", { offers, offered: "span" })]);
    expect(of(decide(pool), "c1")).toMatchObject({
      verdict: "admit",
      representation: { granularity: "span", fidelity: "exact" },
      tokensPlanned: 11,
    });
  });
});
