import { describe, expect, it } from "vitest";
import { formatDoctor } from "../../../../src/interfaces/cli/format/format-doctor.ts";
import { formatExplain } from "../../../../src/interfaces/cli/format/format-explain.ts";
import { formatMap } from "../../../../src/interfaces/cli/format/format-map.ts";
import { formatObserve } from "../../../../src/interfaces/cli/format/format-observe.ts";
import { formatOpen } from "../../../../src/interfaces/cli/format/format-open.ts";
import { formatRefresh } from "../../../../src/interfaces/cli/format/format-refresh.ts";
import { formatSearch } from "../../../../src/interfaces/cli/format/format-search.ts";
import { formatStatus } from "../../../../src/interfaces/cli/format/format-status.ts";
import { formatVerify } from "../../../../src/interfaces/cli/format/format-verify.ts";
import type { DoctorResponse } from "../../../../src/model/doctor-response.ts";
import type { ExplainResponse } from "../../../../src/model/explain-response.ts";
import type { MapResponse } from "../../../../src/model/map-response.ts";
import type { ObserveResponse } from "../../../../src/model/observe-response.ts";
import type { OpenResponse } from "../../../../src/model/open-response.ts";
import type { RefreshResponse } from "../../../../src/model/refresh-response.ts";
import { NO_RETENTION } from "../../../../src/model/retention.ts";
import type { StatusResponse } from "../../../../src/model/status-response.ts";
import type { VerifyResponse } from "../../../../src/model/verify-response.ts";
import { aHit, anEnvelope, aSearchResponse } from "../../../builders/a-response.ts";
import { aView } from "../../../builders/a-view.ts";

const HOSTILE = "x\u001b]0;owned\u0007\r\u202e\u009b2J\ny";

/** Words the program reads as one of a closed list; everything else may come from a file. */
const CLOSED = new Set([
  "schema",
  "status",
  "state",
  "code",
  "basis",
  "evidence_kind",
  "resolved",
  "kind",
  "method",
  "rank",
  "score",
]);

/** Puts hostile text behind every open string of a response, however deep. */
function poison<Value>(value: Value, key = ""): Value {
  if (typeof value === "string") {
    const isClosed = CLOSED.has(key) || ["unknown", "none", "free", "weak"].includes(value);
    return (isClosed ? value : value + HOSTILE) as Value;
  }
  if (Array.isArray(value)) return value.map((item) => poison(item, key)) as Value;
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, poison(item, name)]),
    ) as Value;
  }
  return value;
}

const hit = aHit({ explanation: { value: 1, description: "d", details: [] } });
const envelope = {
  gaps: [{ code: "source_failed", subject: "s", detail: "d" }],
  trace: [{ step: "s", detail: "d", count: 1 }],
} as const;
const dated = { observed: hit.observed, ageDays: 14 } as const;

const search = { ...aSearchResponse({ hits: [hit] }), ...envelope };
const open: OpenResponse = {
  ...anEnvelope("exhibit.open/1"),
  ...envelope,
  ...dated,
  artifact: hit.artifact,
  title: "t",
  headingPath: ["h"],
  text: "body",
  citation: hit.citation,
  totalLines: 2,
  edited: { at: "2026-10-01T00:00:00Z", basis: "edited" },
  origin: "rendered",
};
const verify: VerifyResponse = {
  ...anEnvelope("exhibit.verify/1"),
  ...envelope,
  checks: [
    {
      asked: "a.md:3",
      artifact: hit.artifact,
      resolved: "mismatch",
      citation: hit.citation,
      reason: "r",
    },
  ],
};
const map: MapResponse = {
  ...anEnvelope("exhibit.map/1"),
  ...envelope,
  moduleCount: 2,
  remaining: 1,
  modules: [
    {
      ...dated,
      artifact: hit.artifact,
      title: "t",
      kind: "markdown",
      version: "v",
      byteLength: 3,
      sections: [{ headingPath: ["h"], startLine: 1, endLine: 2 }],
      text: "t",
    },
  ],
};
const explain: ExplainResponse = {
  ...anEnvelope("exhibit.explain/1"),
  ...envelope,
  query: "q",
  citation: hit.citation,
  rank: 1,
  score: 1,
  matched: ["m"],
  unmatched: ["u"],
  explanation: { value: 1, description: "d", details: [] },
};
const refresh: RefreshResponse = {
  ...anEnvelope("exhibit.refresh/1"),
  ...envelope,
  added: 1,
  changed: 0,
  removed: 0,
  unchanged: 0,
  artifactCount: 1,
  passageCount: 1,
  sourceBytes: 1,
  indexedEntries: 1,
  elapsedMs: 1,
};
const observe: ObserveResponse = {
  ...anEnvelope("exhibit.observe/1"),
  ...envelope,
  observation: {
    artifact: hit.artifact,
    version: "v",
    at: "a",
    evidence: "e",
    expires: "e",
    recordedAt: "r",
  },
};
const status: StatusResponse = {
  ...anEnvelope("exhibit.status/1"),
  ...envelope,
  workspace: "/w",
  dataFolder: "/d",
  ledger: { status: "empty", reason: "", bundles: 0, databaseBytes: 0, walBytes: 0 },
  stores: [
    { name: "sessions", status: "failed", reason: "r", counts: "unknown", retention: NO_RETENTION },
  ],
  sources: [
    {
      name: "files",
      artifacts: 1,
      bytes: 1,
      oldestObservedAt: "2026-10-01T00:00:00Z",
      newestObservedAt: "2026-10-01T00:00:00Z",
      unknownDates: 0,
    },
  ],
  inputsDigest: "d",
  analyzerVersion: "a",
  sizes: { databaseBytes: 1, walBytes: 1, textBytes: 1, indexBytes: 1 },
  lastRefresh: { at: "2026-10-01T00:00:00Z", status: "ok", reason: "r" },
  lock: { heldBy: "h" },
  wholeCorpus: { bytes: 1, estimatedTokens: 1, fitsCap: true },
  retention: "r",
};
const doctor: DoctorResponse = {
  ...anEnvelope("exhibit.doctor/1"),
  ...envelope,
  findings: [{ name: "n", status: "failed", detail: "d", advice: "a" }],
};

describe("hostile text", () => {
  it.each([
    ["search", formatSearch(poison(search), aView())],
    ["open", formatOpen(poison(open), aView())],
    ["verify", formatVerify(poison(verify), aView(), new Map([["a.md:3", [HOSTILE]]]))],
    ["map", formatMap(poison(map), aView())],
    ["explain", formatExplain(poison(explain), aView())],
    ["refresh", formatRefresh(poison(refresh), aView())],
    ["observe", formatObserve(poison(observe), aView())],
    ["status", formatStatus(poison(status), aView())],
    ["doctor", formatDoctor(poison(doctor), aView())],
  ])("cannot steer the terminal through any field of a %s response", (_name, text) => {
    expect(text).toContain("␛]0;owned");
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text).not.toMatch(/^y/m);
  });
});
