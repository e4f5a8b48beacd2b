import type { Gap } from "../../model/gap.ts";
import type { Generation } from "../../model/generation.ts";
import type { RefreshRecord } from "../../ports/content-store.ts";
import type { Connection } from "./connection.ts";
import { openJson, sealJson } from "./stored-json.ts";
import { requireCount, requireText } from "./stored-value.ts";

interface GenerationRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly inputs_digest: string;
  readonly built_at: string;
  readonly analyzer_version: string;
  readonly artifact_count: number;
  readonly passage_count: number;
  readonly source_bytes: number;
}

/** Returns the newest generation. */
export function currentGeneration(connection: Connection): Generation | "none" {
  const row = connection.get<GenerationRow>("SELECT * FROM generations ORDER BY id DESC LIMIT 1");
  return row === undefined ? "none" : fromRow(connection.path, row);
}

/** Adds a generation. Call it inside the publishing transaction. */
export function insertGeneration(connection: Connection, generation: Generation): void {
  const row = toRow(generation);
  connection.run(
    `INSERT INTO generations
       (id, parent_id, inputs_digest, built_at, analyzer_version, artifact_count, passage_count,
        source_bytes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.parent_id,
    row.inputs_digest,
    row.built_at,
    row.analyzer_version,
    row.artifact_count,
    row.passage_count,
    row.source_bytes,
  );
}

/** Returns the standing gaps in the order they were published. */
export function listGaps(connection: Connection): readonly Gap[] {
  return connection
    .all<{ gap: string }>("SELECT gap FROM gaps ORDER BY position")
    .map((row) => openJson<Gap>(connection.path, row.gap));
}

/** Replaces all standing gaps. Call it inside the publishing transaction. */
export function replaceGaps(connection: Connection, gaps: readonly Gap[]): void {
  connection.run("DELETE FROM gaps");
  for (const gap of gaps) connection.run("INSERT INTO gaps (gap) VALUES (?)", sealJson(gap));
}

/** Returns the facts of the current generation. */
export function readFacts(connection: Connection): Readonly<Record<string, string>> {
  const rows = connection.all<{ fact: string }>("SELECT fact FROM facts ORDER BY position");
  return Object.fromEntries(
    rows.map((row) => openJson<[string, string]>(connection.path, row.fact)),
  );
}

/** Replaces all facts. Call it inside the publishing transaction. */
export function replaceFacts(
  connection: Connection,
  facts: Readonly<Record<string, string>>,
): void {
  connection.run("DELETE FROM facts");
  for (const fact of Object.entries(facts)) {
    connection.run("INSERT INTO facts (fact) VALUES (?)", sealJson(fact));
  }
}

/** Returns what happened at the last attempt to refresh. */
export function readRefreshRecord(connection: Connection): RefreshRecord | "none" {
  const row = connection.get<{ record: string }>("SELECT record FROM refresh_record");
  return row === undefined ? "none" : openJson<RefreshRecord>(connection.path, row.record);
}

/** Replaces the record of the last attempt. */
export function writeRefreshRecord(connection: Connection, record: RefreshRecord): void {
  connection.run(
    "INSERT OR REPLACE INTO refresh_record (id, record) VALUES (1, ?)",
    sealJson(record),
  );
}

function toRow(generation: Generation): GenerationRow {
  return {
    id: generation.id,
    parent_id: generation.parentId === "none" ? null : generation.parentId,
    inputs_digest: generation.inputsDigest,
    built_at: generation.builtAt,
    analyzer_version: generation.analyzerVersion,
    artifact_count: generation.artifactCount,
    passage_count: generation.passageCount,
    source_bytes: generation.sourceBytes,
  };
}

function fromRow(path: string, row: GenerationRow): Generation {
  const id = requireCount(path, row.id);
  return {
    id,
    parentId: id === 1 ? "none" : requireCount(path, row.parent_id),
    inputsDigest: requireText(path, row.inputs_digest),
    builtAt: requireText(path, row.built_at),
    analyzerVersion: requireText(path, row.analyzer_version),
    artifactCount: requireCount(path, row.artifact_count),
    passageCount: requireCount(path, row.passage_count),
    sourceBytes: requireCount(path, row.source_bytes),
  };
}
