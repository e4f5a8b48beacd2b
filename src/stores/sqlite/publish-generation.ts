import { storeConflict } from "../../errors.ts";
import type { Publication } from "../../ports/content-store.ts";
import { beginArtifact, endArtifact } from "./artifact-rows.ts";
import type { Connection } from "./connection.ts";
import {
  currentGeneration,
  insertGeneration,
  replaceFacts,
  replaceGaps,
} from "./generation-rows.ts";
import { forgetInput, rememberInput } from "./input-rows.ts";
import { insertLiveSegment } from "./segment-rows.ts";

/**
 * Turns a publication into the next generation in one transaction: readers see all of it or nothing.
 * Refuses with `store_conflict` when the current generation is not the publication's parent.
 * `afterStep` is told each write inside the transaction.
 */
export function publishGeneration(
  connection: Connection,
  publication: Publication,
  afterStep: (step: string) => void,
): void {
  connection.write(() => {
    refuseWrongParent(connection, publication);
    const { id } = publication.generation;
    insertGeneration(connection, publication.generation);
    afterStep("publish: generation");
    for (const ref of publication.removed) endArtifact(connection, ref, id);
    for (const artifact of publication.artifacts) beginArtifact(connection, artifact, id);
    afterStep("publish: artifacts");
    replaceStagedSplits(connection);
    forgetStaging(connection);
    afterStep("publish: texts");
    for (const [position, segment] of publication.segments.entries()) {
      insertLiveSegment(connection, segment, id, position);
    }
    afterStep("publish: segments");
    replaceGaps(connection, publication.gaps);
    replaceFacts(connection, publication.facts);
    afterStep("publish: gaps and facts");
    for (const input of publication.forgottenInputs) forgetInput(connection, input);
    for (const input of publication.inputs) rememberInput(connection, input);
    afterStep("publish: inputs");
  });
  afterStep("publish: committed");
}

function refuseWrongParent(connection: Connection, publication: Publication): void {
  const current = currentGeneration(connection);
  const found = current === "none" ? "none" : current.id;
  const { id, parentId } = publication.generation;
  if (found !== parentId) {
    throw storeConflict(connection.path, String(parentId), String(found));
  }
  const expected = found === "none" ? 1 : found + 1;
  if (id !== expected) throw new RangeError(`generation ${id} cannot follow ${String(found)}`);
}

/** A text that was split anew changes hands here, so that no reader of the old generation meets the new split. */
function replaceStagedSplits(connection: Connection): void {
  const staged = connection.all<{ id: number; text_id: number; kind: string }>(
    "SELECT id, text_id, kind FROM text_splits WHERE staged = 1",
  );
  for (const split of staged) {
    connection.run(
      "DELETE FROM text_splits WHERE text_id = ? AND kind = ? AND staged = 0",
      split.text_id,
      split.kind,
    );
    connection.run("UPDATE text_splits SET staged = 0 WHERE id = ?", split.id);
  }
}

/** What is named now is no longer a leftover to be. */
function forgetStaging(connection: Connection): void {
  connection.run(
    `DELETE FROM staged_texts WHERE EXISTS (
       SELECT 1 FROM texts JOIN artifacts USING (version) WHERE texts.id = staged_texts.text_id)`,
  );
}
