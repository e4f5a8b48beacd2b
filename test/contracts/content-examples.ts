import { createHash } from "node:crypto";
import type { Artifact } from "../../src/model/artifact.ts";
import { artifactRef } from "../../src/model/artifact-ref.ts";
import { UNKNOWN_INSTANT } from "../../src/model/instant.ts";
import type { Passage } from "../../src/model/passage.ts";
import type { ContentStore, KnownInput, Publication } from "../../src/ports/content-store.ts";

export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** An artifact of these bytes; everything not named is ordinary. */
export function anArtifact(path: string, text: Uint8Array, more: Partial<Artifact> = {}): Artifact {
  return {
    ref: artifactRef("files", path),
    source: "files",
    path,
    version: sha256(text),
    byteLength: text.length,
    encoding: "utf-8",
    kind: "markdown",
    language: "markdown",
    title: path,
    observed: UNKNOWN_INSTANT,
    edited: UNKNOWN_INSTANT,
    origin: "authored",
    ...more,
  };
}

/** One passage that covers a whole text. */
export function aWholePassage(text: Uint8Array, headingPath: readonly string[] = []): Passage {
  return {
    position: 0,
    kind: "prose",
    headingPath,
    startByte: 0,
    endByte: text.length,
    startLine: 1,
    endLine: 1,
    sha256: sha256(text),
  };
}

export function anInput(path: string, text: Uint8Array, mtimeNs = 0n): KnownInput {
  return {
    source: "files",
    path,
    version: sha256(text),
    fingerprint: { size: text.length, mtimeNs, ctimeNs: 1n, inode: 2n },
  };
}

/** The publication that follows `parent`, empty unless told otherwise. */
export function aPublication(
  parent: number | "none",
  artifactCount: number,
  more: Partial<Omit<Publication, "generation">> = {},
): Publication {
  return {
    generation: {
      id: parent === "none" ? 1 : parent + 1,
      parentId: parent,
      inputsDigest: sha256(`inputs after ${parent}`),
      builtAt: "2026-10-15T08:00:00Z",
      analyzerVersion: "test/1",
      artifactCount,
      passageCount: artifactCount,
      sourceBytes: 0,
    },
    artifacts: [],
    removed: [],
    segments: [],
    gaps: [],
    inputs: [],
    forgottenInputs: [],
    facts: {},
    ...more,
  };
}

/** Stages a text split as one passage. */
export async function stage(
  store: ContentStore,
  text: Uint8Array,
  headingPath: readonly string[] = [],
): Promise<void> {
  await store.stageTexts([
    store.codec.pack({
      version: sha256(text),
      kind: "markdown",
      bytes: text,
      passages: [aWholePassage(text, headingPath)],
    }),
  ]);
}

/** Stages and publishes these texts as the next generation, replacing nothing else. */
export async function publishTexts(
  store: ContentStore,
  texts: Readonly<Record<string, Uint8Array>>,
): Promise<void> {
  const artifacts = Object.entries(texts).map(([path, text]) => anArtifact(path, text));
  for (const text of Object.values(texts)) await stage(store, text);
  const current = await store.current();
  const known = await store.artifacts();
  const count = new Set([...known, ...artifacts].map((artifact) => artifact.ref)).size;
  await store.publish(aPublication(current === "none" ? "none" : current.id, count, { artifacts }));
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
