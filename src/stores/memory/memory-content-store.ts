import { createHash } from "node:crypto";
import type { Artifact } from "../../model/artifact.ts";
import type { ContentStore, StoreSizes } from "../../ports/content-store.ts";
import { createMemoryState, type MemoryState } from "./memory-state.ts";
import { MEMORY_TEXT_CODEC, unpackPassages } from "./memory-text-codec.ts";
import { inputKey, publishInMemory } from "./publish-in-memory.ts";
import { blockKey, stageBlocks, stageText } from "./stage-in-memory.ts";
import { sweepMemory } from "./sweep-memory.ts";

/**
 * Opens an empty content store that lives as long as the process: for a data folder that cannot be used, so that a
 * question is still answered from the sources.
 */
export function openMemoryContentStore(): ContentStore {
  const state = createMemoryState();
  return {
    codec: MEMORY_TEXT_CODEC,
    writable: true,
    ...reading(state),
    stageTexts: async (texts) => {
      for (const text of texts) stageText(state, text);
    },
    async stageSegment() {
      state.lastSegmentId += 1;
      state.blocks.set(state.lastSegmentId, new Map());
      return state.lastSegmentId;
    },
    stageBlocks: async (segmentId, blocks) => stageBlocks(state, segmentId, blocks),
    publish: async (publication) => publishInMemory(state, publication),
    rememberInputs: async (inputs) => {
      for (const input of inputs) state.inputs.set(inputKey(input), input);
    },
    recordRefresh: async (record) => {
      state.lastRefresh = record;
    },
    sweep: async () => sweepMemory(state),
    close: async () => undefined,
  };
}

type Reading = Omit<
  ContentStore,
  | "codec"
  | "writable"
  | "stageTexts"
  | "stageSegment"
  | "stageBlocks"
  | "publish"
  | "rememberInputs"
  | "recordRefresh"
  | "sweep"
  | "close"
>;

function reading(state: MemoryState): Reading {
  return {
    current: async () => state.projection.generation,
    facts: async () => state.projection.facts,
    lastRefresh: async () => state.lastRefresh,
    gaps: async () => state.projection.gaps,
    inputs: async () =>
      sorted([...state.inputs.values()], (input) => `${input.source}\u0000${input.path}`),
    async artifacts(refs) {
      const current = state.projection.artifacts;
      const found =
        refs === undefined
          ? [...current.values()]
          : [...new Set(refs)].map((ref) => current.get(ref)).filter((a) => a !== undefined);
      return sorted(found, (artifact) => artifact.ref);
    },
    findVersions: async (prefix) => findVersions(state, prefix),
    async passages(version, kind) {
      const split = state.texts.get(version)?.splits.get(kind);
      return split === undefined ? "missing" : unpackPassages(split);
    },
    async passage(version, kind, position) {
      const split = state.texts.get(version)?.splits.get(kind);
      return split === undefined ? "missing" : (unpackPassages(split)[position] ?? "missing");
    },
    async readRange(version, startByte, endByte) {
      const start = Math.max(0, startByte);
      return state.texts.get(version)?.bytes.slice(start, Math.max(start, endByte)) ?? "missing";
    },
    async readText(version) {
      const bytes = state.texts.get(version)?.bytes;
      if (bytes === undefined) return "missing";
      return hashOf(bytes) === version ? bytes.slice() : "damaged";
    },
    segments: async () => state.projection.segments,
    readBlocks: async (segmentId, keys) =>
      keys.map((key) => state.blocks.get(segmentId)?.get(blockKey(key)) ?? "missing"),
    check: async () => findDamage(state),
    sizes: async () => measure(state),
  };
}

function findVersions(state: MemoryState, prefix: string): readonly Artifact[] {
  if (!/^[0-9a-f]{8,64}$/.test(prefix)) return [];
  const current = sorted([...state.projection.artifacts.values()], (artifact) => artifact.ref);
  const newest = new Map<string, Artifact>();
  for (const artifact of [...current, ...state.formerArtifacts.toReversed()]) {
    const key = `${artifact.version} ${artifact.ref}`;
    if (artifact.version.startsWith(prefix) && !newest.has(key)) newest.set(key, artifact);
  }
  return [...newest.values()];
}

function findDamage(state: MemoryState): readonly string[] {
  const findings = [...state.texts]
    .filter(([version, text]) => hashOf(text.bytes) !== version)
    .map(([version]) => `text ${version} is damaged`);
  const { generation, artifacts } = state.projection;
  if (generation === "none" || generation.artifactCount === artifacts.size) return findings;
  return [
    ...findings,
    `generation ${generation.id} says ${generation.artifactCount} artifacts; ${artifacts.size} are stored`,
  ];
}

function measure(state: MemoryState): StoreSizes {
  const textBytes = [...state.texts.values()].reduce((sum, text) => sum + text.bytes.length, 0);
  const blocks = [...state.blocks.values()].flatMap((rows) => [...rows.values()]);
  const indexBytes = blocks.reduce((sum, bytes) => sum + bytes.length, 0);
  return { databaseBytes: 0, walBytes: 0, textBytes, indexBytes };
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function sorted<T>(items: T[], keyOf: (item: T) => string): T[] {
  return items.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
