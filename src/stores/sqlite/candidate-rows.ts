import type { ArtifactRef } from "../../model/artifact.ts";
import type { Decision } from "../../model/decision.ts";
import type { BundleRecord } from "../../model/ledger-record.ts";
import { listVersions } from "../bundle-line.ts";
import type { Connection } from "./connection.ts";

// Decision → candidate → artifact, as rows with keys: what forgetting and retention look things up in (CAN-13, CAN-14).

/** Keeps the artifacts that a bundle names, and then its candidates, within the transaction of the caller. */
export function appendCandidates(ledger: Connection, id: number, record: BundleRecord): void {
  for (const { artifact, version, isCited } of listVersions(record)) {
    ledger.run(
      `INSERT INTO bundle_artifacts (bundle_id, artifact_id, version, is_cited)
       VALUES (?, ?, ?, ?)`,
      id,
      nameArtifact(ledger, artifact),
      toStored(version),
      isCited ? 1 : 0,
    );
  }
  for (const { id: candidate, artifact, version, generator, score } of record.candidates) {
    ledger.run(
      `INSERT INTO bundle_candidates
       (bundle_id, candidate, artifact_id, version, generator, score) VALUES (?, ?, ?, ?, ?, ?)`,
      id,
      candidate,
      nameArtifact(ledger, artifact),
      toStored(version),
      generator,
      score,
    );
  }
}

/** Keeps the decisions of a bundle, whose candidates must stand already. */
export function appendDecisions(
  ledger: Connection,
  id: number,
  decisions: readonly Decision[],
): void {
  for (const { step, candidate, verdict } of decisions) {
    ledger.run(
      "INSERT INTO bundle_decisions (bundle_id, step, candidate, verdict) VALUES (?, ?, ?, ?)",
      id,
      step,
      candidate,
      verdict,
    );
  }
}

/** The same few artifacts are candidates again and again: each name is kept once. */
function nameArtifact(ledger: Connection, artifact: ArtifactRef): number {
  const known = ledger.get<{ id: number }>(
    "SELECT id FROM named_artifacts WHERE artifact = ?",
    artifact,
  );
  return known?.id ?? ledger.run("INSERT INTO named_artifacts (artifact) VALUES (?)", artifact);
}

/** Hex digits are stored as the bytes they stand for; a version of any other form as it is. */
function toStored(version: string): string | Uint8Array {
  return /^(?:[0-9a-f]{2})+$/.test(version) ? Buffer.from(version, "hex") : version;
}

function fromStored(version: unknown): string {
  return version instanceof Uint8Array ? Buffer.from(version).toString("hex") : String(version);
}

/** Returns the versions whose citation some reader was given. */
export function readCited(
  ledger: Connection,
): readonly { readonly artifact: ArtifactRef; readonly version: string }[] {
  return ledger
    .all<{ artifact: ArtifactRef; version: unknown }>(
      `SELECT DISTINCT artifact, version FROM bundle_artifacts
       JOIN named_artifacts ON named_artifacts.id = artifact_id
       WHERE is_cited = 1 ORDER BY artifact, version`,
    )
    .map(({ artifact, version }) => ({ artifact, version: fromStored(version) }));
}

interface ArtifactRow {
  readonly artifact: string;
  readonly version: unknown;
  readonly is_cited: number;
}

interface CandidateRow {
  readonly candidate: string;
  readonly artifact: string;
  readonly version: unknown;
  readonly generator: string;
  readonly score: unknown;
}

/** True when the rows of a bundle say what its record says. */
export function rowsMatch(ledger: Connection, id: number, record: BundleRecord): boolean {
  return [...storedRows(ledger, id)].sort().join("\n") === [...toldRows(record)].sort().join("\n");
}

function* storedRows(ledger: Connection, id: number): Iterable<string> {
  const artifacts = ledger.all<ArtifactRow>(
    `SELECT artifact, version, is_cited FROM bundle_artifacts
     JOIN named_artifacts ON named_artifacts.id = artifact_id WHERE bundle_id = ?`,
    id,
  );
  for (const { artifact, version, is_cited } of artifacts) {
    yield toKey("artifact", artifact, fromStored(version), is_cited === 1);
  }
  const candidates = ledger.all<CandidateRow>(
    `SELECT candidate, artifact, version, generator, score FROM bundle_candidates
     JOIN named_artifacts ON named_artifacts.id = artifact_id WHERE bundle_id = ?`,
    id,
  );
  for (const { candidate, artifact, version, generator, score } of candidates) {
    yield toKey("candidate", candidate, artifact, fromStored(version), generator, score);
  }
  const decisions = ledger.all<{ step: number; candidate: string; verdict: string }>(
    "SELECT step, candidate, verdict FROM bundle_decisions WHERE bundle_id = ?",
    id,
  );
  for (const { step, candidate, verdict } of decisions) {
    yield toKey("decision", step, candidate, verdict);
  }
}

function* toldRows(record: BundleRecord): Iterable<string> {
  for (const { artifact, version, isCited } of listVersions(record)) {
    yield toKey("artifact", artifact, version, isCited);
  }
  for (const { id, artifact, version, generator, score } of record.candidates) {
    yield toKey("candidate", id, artifact, version, generator, score);
  }
  for (const { step, candidate, verdict } of record.decisions) {
    yield toKey("decision", step, candidate, verdict);
  }
}

function toKey(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}
