import type { Artifact, ArtifactRef } from "../../model/artifact.ts";
import type { Connection } from "./connection.ts";
import { openJson, sealJson } from "./stored-json.ts";
import { prefixToRange, requireVersionBlob } from "./version-blob.ts";

interface ArtifactRow {
  readonly ref: ArtifactRef;
  readonly version: string;
  readonly attributes: string;
}

type Attributes = Omit<Artifact, "ref" | "version">;

const COLUMNS = "ref, lower(hex(version)) AS version, attributes";

/** Returns the current artifacts in the order of their refs. */
export function listArtifacts(connection: Connection): readonly Artifact[] {
  return connection
    .all<ArtifactRow>(`SELECT ${COLUMNS} FROM artifacts WHERE to_generation IS NULL ORDER BY ref`)
    .map((row) => fromRow(connection, row));
}

/** Returns those of `refs` that are current, each once, in the order of their refs. */
export function findArtifacts(
  connection: Connection,
  refs: readonly ArtifactRef[],
): readonly Artifact[] {
  const rows = [...new Set(refs)].map((ref) =>
    connection.get<ArtifactRow>(
      `SELECT ${COLUMNS} FROM artifacts WHERE ref = ? AND to_generation IS NULL`,
      ref,
    ),
  );
  return rows
    .filter((row) => row !== undefined)
    .map((row) => fromRow(connection, row))
    .sort((a, b) => (a.ref < b.ref ? -1 : 1));
}

/** Returns each artifact that ever had a version with this prefix, as it last was with it; newest first, then by ref. */
export function findArtifactVersions(connection: Connection, prefix: string): readonly Artifact[] {
  const range = prefixToRange(prefix);
  if (range === "malformed") return [];
  const rows = connection.all<ArtifactRow>(
    `SELECT ${COLUMNS} FROM artifacts WHERE artifacts.version BETWEEN ? AND ?
     ORDER BY to_generation IS NOT NULL, to_generation DESC, ref, artifacts.version`,
    ...range,
  );
  const newest = new Map<string, Artifact>();
  for (const row of rows) {
    const artifact = fromRow(connection, row);
    const key = `${artifact.version} ${artifact.ref}`;
    if (!newest.has(key)) newest.set(key, artifact);
  }
  return [...newest.values()];
}

/** Ends the current row of a ref, if there is one. Call it inside the publishing transaction. */
export function endArtifact(connection: Connection, ref: ArtifactRef, generation: number): void {
  connection.run(
    "UPDATE artifacts SET to_generation = ? WHERE ref = ? AND to_generation IS NULL",
    generation,
    ref,
  );
}

/** Makes an artifact current from this generation on. Its text must have been staged. */
export function beginArtifact(
  connection: Connection,
  artifact: Artifact,
  generation: number,
): void {
  const row = toRow(artifact);
  endArtifact(connection, artifact.ref, generation);
  connection.run(
    "INSERT INTO artifacts (ref, version, attributes, from_generation) VALUES (?, ?, ?, ?)",
    row.ref,
    requireVersionBlob(row.version),
    row.attributes,
    generation,
  );
}

function toRow(artifact: Artifact): ArtifactRow {
  const { ref, version, ...attributes } = artifact;
  return { ref, version, attributes: sealJson(attributes, `${ref} ${version}`) };
}

function fromRow(connection: Connection, { ref, version, attributes }: ArtifactRow): Artifact {
  const key = `${ref} ${version}`;
  return { ref, version, ...openJson<Attributes>(connection.path, attributes, key) };
}
