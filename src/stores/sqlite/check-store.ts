import { EngineError } from "../../errors.ts";
import type { ArtifactKind } from "../../model/artifact.ts";
import { listArtifacts } from "./artifact-rows.ts";
import type { Connection } from "./connection.ts";
import { currentGeneration, listGaps, readFacts, readRefreshRecord } from "./generation-rows.ts";
import { listInputs } from "./input-rows.ts";
import { unpackPassages } from "./passage-pack.ts";
import { listSegments, readBlocks } from "./segment-rows.ts";
import { requireBlob } from "./stored-value.ts";
import { framesAreSound, readWholeText, type TextRow } from "./text-rows.ts";
import { blobToVersion } from "./version-blob.ts";

/** Texts whose hash is computed again, spread evenly; every frame's checksum is read in any case. */
const HASHED_TEXTS = 200;

/** Findings after which looking further tells nobody more. */
const MAX_FINDINGS = 100;

/**
 * Reads every row and returns what does not check out: the database's own structure first, then texts, passages,
 * index rows and counts. Empty when sound.
 */
export function checkStore(connection: Connection): readonly string[] {
  return [
    ...checkStructure(connection),
    ...checkNotes(connection),
    ...checkTexts(connection),
    ...checkSplits(connection),
    ...checkSegments(connection),
    ...checkGeneration(connection),
  ].slice(0, MAX_FINDINGS);
}

function checkStructure(connection: Connection): readonly string[] {
  const rows = connection.all<{ quick_check: string }>(`PRAGMA quick_check(${MAX_FINDINGS})`);
  const foreign = connection.all<{ table: string }>("PRAGMA foreign_key_check");
  return [
    ...rows.map((row) => row.quick_check).filter((finding) => finding !== "ok"),
    ...foreign.map((row) => `a row of ${row.table} names a row that is not there`),
  ];
}

/** Reading each is the check: a row that is not what was written is refused. */
function checkNotes(connection: Connection): readonly string[] {
  const reads = [listArtifacts, listGaps, readFacts, readRefreshRecord, listInputs];
  return reads.flatMap((read) => {
    try {
      read(connection);
      return [];
    } catch (error) {
      if (error instanceof EngineError && error.code === "store_corrupt") return [error.message];
      throw error;
    }
  });
}

function checkTexts(connection: Connection): readonly string[] {
  const texts = connection.all<TextRow & { version: Uint8Array }>(
    "SELECT id, version, byte_length, frame_count FROM texts ORDER BY id",
  );
  const stride = Math.max(1, Math.ceil(texts.length / HASHED_TEXTS));
  const findings: string[] = [];
  for (const [index, text] of texts.entries()) {
    const version = blobToVersion(requireBlob(connection.path, text.version));
    const isHashed = index % stride === 0;
    const isSound = isHashed
      ? readWholeText(connection, text, version) !== "damaged"
      : framesAreSound(connection, text);
    if (!isSound) findings.push(`text ${version} is damaged`);
  }
  return findings;
}

function checkSplits(connection: Connection): readonly string[] {
  const splits = connection.all<{ id: number; kind: ArtifactKind; version: Uint8Array }>(
    `SELECT text_splits.id, kind, version FROM text_splits
     JOIN texts ON texts.id = text_id ORDER BY text_splits.id`,
  );
  const findings: string[] = [];
  for (const split of splits) {
    const row = connection.get<{ bytes: Uint8Array }>(
      "SELECT bytes FROM text_splits WHERE id = ?",
      split.id,
    );
    if (
      row === undefined ||
      unpackPassages(requireBlob(connection.path, row.bytes)) === "damaged"
    ) {
      findings.push(
        `the ${split.kind} passages of text ${blobToVersion(requireBlob(connection.path, split.version))} are damaged`,
      );
    }
  }
  return findings;
}

function checkSegments(connection: Connection): readonly string[] {
  const keys = connection.all<{ segment_id: number; kind: string; number: number }>(
    "SELECT segment_id, kind, number FROM segment_blocks ORDER BY segment_id, kind, number",
  );
  return keys
    .filter((key) => !(readBlocks(connection, key.segment_id, [key])[0] instanceof Uint8Array))
    .map((key) => `block ${key.kind} ${key.number} of segment ${key.segment_id} is damaged`);
}

function checkGeneration(connection: Connection): readonly string[] {
  const generation = currentGeneration(connection);
  if (generation === "none") return [];
  listSegments(connection, generation.id);
  const artifacts = connection.get<{ count: number }>(
    "SELECT count(*) AS count FROM artifacts WHERE to_generation IS NULL",
  );
  const count = artifacts?.count ?? 0;
  if (count === generation.artifactCount) return [];
  return [
    `generation ${generation.id} says ${generation.artifactCount} artifacts; ${count} are stored`,
  ];
}
