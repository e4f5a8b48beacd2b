import { storeConflict } from "../../errors.ts";
import type { Publication } from "../../ports/content-store.ts";
import type { MemoryState } from "./memory-state.ts";

/** Makes a publication the current generation, all of it or (when refused) nothing. */
export function publishInMemory(state: MemoryState, publication: Publication): void {
  refuseWrongParent(state, publication);
  refuseUnstaged(state, publication);
  const artifacts = new Map(state.projection.artifacts);
  const ended = [...publication.removed, ...publication.artifacts.map((artifact) => artifact.ref)];
  // Descending, because former artifacts are read from the end.
  for (const ref of ended.sort().reverse()) {
    const former = artifacts.get(ref);
    if (former !== undefined) state.formerArtifacts.push(former);
    artifacts.delete(ref);
  }
  for (const artifact of publication.artifacts) artifacts.set(artifact.ref, artifact);
  useStagedSplits(state);
  state.formerSegments = state.projection.segments;
  state.projection = {
    generation: publication.generation,
    artifacts,
    segments: publication.segments,
    gaps: publication.gaps,
    facts: { ...publication.facts },
  };
  for (const input of publication.forgottenInputs) state.inputs.delete(inputKey(input));
  for (const input of publication.inputs) state.inputs.set(inputKey(input), input);
}

export function inputKey(input: { readonly source: string; readonly path: string }): string {
  return `${input.source} ${input.path}`;
}

function refuseWrongParent(state: MemoryState, publication: Publication): void {
  const current = state.projection.generation;
  const found = current === "none" ? "none" : current.id;
  const { id, parentId } = publication.generation;
  if (found !== parentId) throw storeConflict("memory", String(parentId), String(found));
  const expected = found === "none" ? 1 : found + 1;
  if (id !== expected) throw new RangeError(`generation ${id} cannot follow ${String(found)}`);
}

function refuseUnstaged(state: MemoryState, publication: Publication): void {
  for (const { version } of publication.artifacts) {
    if (!state.texts.has(version)) throw new RangeError(`text ${version} was never staged`);
  }
  for (const { id } of publication.segments) {
    if (!state.blocks.has(id)) throw new RangeError(`segment ${id} was never started`);
  }
}

function useStagedSplits(state: MemoryState): void {
  for (const text of state.texts.values()) {
    for (const [kind, split] of text.stagedSplits) text.splits.set(kind, split);
    text.stagedSplits.clear();
  }
}
