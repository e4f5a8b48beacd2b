import { describe, expect, it } from "vitest";
import { formatImport } from "../../../../src/interfaces/cli/format/format-import.ts";
import type { AgentImport, ImportResponse } from "../../../../src/model/import-response.ts";
import { FRESHNESS } from "../../../builders/a-response.ts";
import { aView } from "../../../builders/a-view.ts";

const QUIET: AgentImport = {
  agent: "codex",
  root: "/home/dev/.codex",
  status: "ok",
  files: { listed: 2, read: 0, unchanged: 2, failed: 0, gone: 0 },
  events: { new: 0, seen: 0, changed: 0, forgotten: 0 },
  skipped: {},
  outside: { events: 0, folders: 0 },
  quarantined: 0,
  undated: 0,
  unknownTypes: {},
  broken: { count: 0, places: [] },
  torn: { files: 0, bytes: 0 },
  missingSessions: { count: 0, prompts: 0, kept: 0, sessions: [] },
  redactions: {},
  bytesRead: 0,
};

const BUSY: AgentImport = {
  ...QUIET,
  agent: "claude-code",
  root: "/home/dev/.claude",
  status: "partial",
  reason: "/a.jsonl: EACCES",
  files: { listed: 4, read: 2, unchanged: 1, failed: 1, gone: 1 },
  events: { new: 1204, seen: 3, changed: 1, forgotten: 2 },
  skipped: { own_output: 4, thinking: 9 },
  outside: { events: 12, folders: 3 },
  quarantined: 5,
  undated: 6,
  unknownTypes: { "some-future-type": 1 },
  broken: { count: 2, places: [{ path: "/b.jsonl", line: 5, problem: "no JSON" }] },
  torn: { files: 1, bytes: 20 },
  missingSessions: { count: 2, prompts: 7, kept: 1, sessions: [] },
  redactions: { "aws-key": 2 },
  bytesRead: 1_300_000,
};

const aResponse = (
  agents: readonly AgentImport[],
  given: Partial<ImportResponse> = {},
): ImportResponse => ({
  schema: "exhibit.import/1",
  dryRun: false,
  since: "none",
  agents,
  totals: {
    filesRead: 2,
    new: 1204,
    seen: 3,
    changed: 1,
    outside: 12,
    quarantined: 5,
    bytesRead: 1_300_000,
  },
  indexed: 1205,
  uses: 0,
  entryCount: 1300,
  memoryEntryCount: 0,
  elapsedMs: 420,
  gaps: [],
  freshness: FRESHNESS,
  authority: { kind: "orientation", mayAuthorize: false },
  completeness: {
    complete: true,
    sources: [{ name: "sessions", status: "ok", hits: 0, newestObserved: "unknown" }],
  },
  budget: { capBytes: 12_000, usedBytes: 900, dropped: 0, droppedGaps: 0 },
  ...given,
});

const linesOf = (response: ImportResponse): readonly string[] =>
  formatImport(response, aView()).split("\n");

describe("an import in words", () => {
  it("says what was kept and what was left out, each with its reason", () => {
    expect(linesOf(aResponse([BUSY]))).toEqual(
      expect.arrayContaining([
        "Events: 1,204 new, 3 seen before, 1 changed; read: 2 files (1.3 MB) in 0.42 s.",
        "claude-code  /home/dev/.claude",
        "  files: 2 read, 1 unchanged, 1 could not be read",
        "  left out, of other projects: 12 (3 folders)",
        "  left out, by kind: 4 own output, 9 thinking",
        "  left out, forgotten on request: 2",
        "  record types this version does not know: 1 some-future-type",
        "  secrets taken out: 2 aws-key",
        "  of no known project, hidden until asked for: 5",
        "  state no time, listed apart: 6",
        "  cannot be read: 2, the first at /b.jsonl:5 (no JSON)",
        "  unfinished last lines, left for the next import: 1 (20 B)",
        "  files deleted since they were read, their entries stay: 1",
        "  sessions whose transcript its agent deleted: 2, of which 1 imported before",
        "The sessions hold 1,300 entries; 1,205 entries indexed now.",
      ]),
    );
  });

  it("counts what each store holds that was imported into", () => {
    const source = { status: "ok", hits: 0, newestObserved: "unknown" } as const;
    const sessions = { name: "sessions", ...source } as const;
    const memory = { name: "memory", ...source } as const;
    const counts = { memoryEntryCount: 2, indexed: 1 };
    const sayWith = (sources: readonly (typeof sessions | typeof memory)[]): readonly string[] =>
      linesOf(aResponse([QUIET], { ...counts, completeness: { complete: true, sources } }));
    expect(sayWith([sessions, memory])).toContain(
      "The sessions hold 1,300 entries, the memory holds 2 entries; 1 entry indexed now.",
    );
    expect(sayWith([memory])).toContain("The memory holds 2 entries; 1 entry indexed now.");
  });

  it("says no more of an agent than there is to say", () => {
    const lines = linesOf(aResponse([QUIET]));
    const from = lines.indexOf("codex  /home/dev/.codex");
    expect(lines.slice(from + 1, lines.indexOf("", from))).toEqual([
      "  files: 2 unchanged",
      "  events: 0 new",
    ]);
  });

  it("says that nothing was written, what was left out by time, and which folder is not there", () => {
    const missing: AgentImport = { ...QUIET, status: "missing", reason: "ENOENT" };
    const text = formatImport(
      aResponse([missing], { dryRun: true, since: "2026-08-01T00:00:00.000Z" }),
      aView(),
    );
    expect(text).toContain("Nothing was written; an import would keep this. Events: 1,204 new");
    expect(text).toContain("Records before 2026-08-01 00:00 UTC were left out.");
    expect(text).toContain("There is no such folder: ENOENT.");
    expect(formatImport(aResponse([]), aView())).toContain("No agent keeps a history");
  });

  it("lets no text of a transcript steer the terminal", () => {
    const hostile: AgentImport = {
      ...QUIET,
      root: "/tmp/\u001b[2J",
      unknownTypes: { "\u001b]0;x\u0007": 1 },
    };
    const text = formatImport(aResponse([hostile]), aView());
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
