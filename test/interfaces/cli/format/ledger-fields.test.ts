import { expect, it } from "vitest";
import { csvRows } from "../../../../src/interfaces/cli/export/ledger-csv.ts";
import { formatLedgerEntry } from "../../../../src/interfaces/cli/format/format-ledger-entry.ts";
import type { LedgerEntry } from "../../../../src/model/ledger-record.ts";
import type { LedgerShowResponse } from "../../../../src/model/ledger-response.ts";
import { groupSources } from "../../../../src/pipeline/ledger/group-sources.ts";
import { readDimensions } from "../../../../src/pipeline/ledger/read-dimensions.ts";
import { splitTokens } from "../../../../src/pipeline/ledger/split-tokens.ts";
import { aBundle, sha256 } from "../../../builders/a-bundle.ts";
import { anEnvelope } from "../../../builders/a-response.ts";
import { aView } from "../../../builders/a-view.ts";

/** Fields that say again what another field says, and are kept for whoever reads the record by itself. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  // Follows from `kind`, which is read.
  "record.exhibits.authority.mayAuthorize",
  // The bundle they stand under.
  "uses.bundle",
  "outcomes.bundle",
]);

/** A record in which every field has a value. */
function aFullEntry(): LedgerEntry {
  const said = { artifact: "artifact://files/a.md", text: "The harbor desk." } as const;
  const { candidates, decisions, exhibits, deferred, ...rest } = aBundle({
    exhibits: [said],
    deferred: [{ ...said, title: "Rota" }],
  });
  const reason = {
    code: "redundant",
    with: "c1",
    missing: ["desk"],
    because: "more",
    detail: "late",
  } as const;
  return {
    record: {
      id: "B1",
      ...rest,
      candidates: candidates.map((each) => ({
        ...each,
        overlapsWith: ["c9"],
        recovery: { status: "failed" as const, reason: "hash differs" },
      })),
      decisions: decisions.map((each) => ({
        ...each,
        reason,
        conflictsWith: ["c9"],
        diversity: { ...each.diversity, overlaps: ["c9"] },
      })),
      exhibits: exhibits.map((each) => ({
        ...each,
        conflictsWith: ["E9"],
        notShown: ["Limits"],
        expansions: [{ to: "full" as const, tokens: 90 }],
      })),
      deferred: deferred.map((each) => ({ ...each, anchor: "About the rota.", reason })),
      uncovered: ["kiln"],
      expansion: { label: "E1", to: "full", because: "the table is elsewhere" },
      previous: "B0",
      cost: { amount: 0.02, currency: "EUR", priceTable: "2026-10" },
    },
    uses: [
      {
        bundle: "B1",
        at: "2026-10-16T00:00:00.000Z",
        from: "file",
        answerSha256: sha256("answer"),
        used: [{ label: "E1", by: "quotation", quote: "harbor desk", line: 3 }],
        unused: ["E2"],
        uncitedSentences: [{ text: "It is so.", line: 4 }],
        unknownCitations: [{ text: "E9", line: 5 }],
      },
    ],
    outcomes: [{ bundle: "B1", at: "2026-10-16T00:00:00.000Z", outcome: "success", note: "well" }],
    helpful: { E1: { material: true, ablation: "run-1" } },
  };
}

function dimensionsOf(entry: LedgerEntry): LedgerShowResponse["dimensions"] {
  const split = splitTokens(entry.record.exhibits, "none");
  return readDimensions(entry, { split, previous: "none" });
}

/** Every leaf of a value, by the names that lead to it; the parts of a list share one name. */
function leavesOf(value: unknown, path: string): readonly string[] {
  if (typeof value !== "object" || value === null) return [path];
  if (Array.isArray(value)) return value.flatMap((part: unknown) => leavesOf(part, path));
  return Object.entries(value).flatMap(([name, part]) =>
    leavesOf(part, path === "" ? name : `${path}.${name}`),
  );
}

/** The same value, which notes the path of everything that is read of it. */
function watch<T>(value: T, path: string, seen: Set<string>): T {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, name, receiver): unknown {
      const part: unknown = Reflect.get(target, name, receiver);
      if (typeof name !== "string" || typeof part === "function") return part;
      const isIndex = Array.isArray(target);
      const at = isIndex ? path : path === "" ? name : `${path}.${name}`;
      seen.add(at);
      return watch(part, at, seen);
    },
  }) as T;
}

it("keeps no field in a record that no report reads (LED-12)", () => {
  const entry = aFullEntry();
  const seen = new Set<string>();
  const watched = watch(entry, "", seen);
  const response: LedgerShowResponse = {
    ...anEnvelope("exhibit.ledger-entry/1"),
    entry: watched,
    sources: groupSources(entry.record.exhibits),
    split: splitTokens(entry.record.exhibits, "none"),
    dimensions: dimensionsOf(entry),
    sum: { holds: true, partBytes: 1, bytes: 1, partTokens: 1, tokens: 1 },
  };
  formatLedgerEntry(response, aView());
  csvRows(watched);
  const unread = leavesOf(entry, "").filter((path) => !seen.has(path) && !ELSEWHERE.has(path));
  expect([...new Set(unread)]).toEqual([]);
});

it("shows utilisation beside what was admitted by need, far below any limit (LED-13)", () => {
  const entry = aFullEntry();
  const told = formatLedgerEntry(
    {
      ...anEnvelope("exhibit.ledger-entry/1"),
      entry,
      sources: [],
      split: splitTokens(entry.record.exhibits, { E1: "distractor" }),
      dimensions: dimensionsOf(entry),
      sum: { holds: false, partBytes: 1, bytes: 2, partTokens: 1, tokens: 1 },
    },
    aView(),
  );
  expect(told).toContain("1 % of what may be used");
  expect(told).toContain("distractor 10");
  expect(told).toContain("DOES NOT HOLD: parts have 1 of 2 bytes");
});
