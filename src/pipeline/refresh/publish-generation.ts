import { createHash } from "node:crypto";
import type { Artifact, ArtifactRef } from "../../model/artifact.ts";
import type { Gap } from "../../model/gap.ts";
import type { Generation } from "../../model/generation.ts";
import type { DeadDocument, LiveSegment } from "../../ports/passage-index.ts";
import { FACTS } from "./facts.ts";
import { listStandingGaps } from "./list-standing-gaps.ts";
import type { RefreshDraft } from "./refresh-draft.ts";
import type { RefreshParts } from "./refresh-parts.ts";

export interface Published {
  /** False when nothing that a reader could see was different. */
  readonly isNew: boolean;
  readonly reason: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** The artifacts of the next generation, compared with the last. */
interface ArtifactChanges {
  readonly upserted: readonly Artifact[];
  readonly removed: readonly ArtifactRef[];
  /** Read this time, but deleted before the publication: never published (and their index rows are buried). */
  readonly vanished: readonly Artifact[];
}

/** Turns a draft into the next generation in one transaction of the store, or finds that there is nothing to publish. */
export async function publishGeneration(
  parts: RefreshParts,
  draft: RefreshDraft,
): Promise<Published> {
  const changes = await compareArtifacts(parts, draft);
  const gaps = await listStandingGaps(parts, draft, changes);
  const counts = countChanges(draft, changes);
  if (await isSame(parts, draft, { changes, gaps })) {
    await parts.store.rememberInputs([...draft.check.settled, ...draft.ingested.inputs]);
    return { ...counts, isNew: false, reason: "nothing to publish" };
  }
  const arranged = await arrange(parts, draft, changes);
  const artifacts = nextArtifacts(draft, changes);
  const vanishedPaths = new Set(changes.vanished.map((artifact) => artifact.path));
  const facts = await nextFacts(parts, draft);
  const generation: Generation = {
    id: draft.parent === "none" ? 1 : draft.parent.id + 1,
    parentId: draft.parent === "none" ? "none" : draft.parent.id,
    inputsDigest: digestInputs(parts.textVersion, artifacts),
    builtAt: new Date(parts.clock.now()).toISOString(),
    analyzerVersion: parts.textVersion,
    artifactCount: artifacts.length,
    passageCount: arranged.passageCount,
    sourceBytes: artifacts.reduce((sum, artifact) => sum + artifact.byteLength, 0),
  };
  await parts.store.publish({
    generation,
    artifacts: changes.upserted,
    removed: changes.removed,
    segments: arranged.segments,
    gaps,
    inputs: [...draft.check.settled, ...draft.ingested.inputs].filter(
      (i) => !vanishedPaths.has(i.path),
    ),
    forgottenInputs: draft.check.removed,
    facts,
  });
  if (draft.records.status === "rendered" && parts.records !== "none") {
    await parts.records.writePages(draft.records.pages);
  }
  return { ...counts, isNew: true, reason: `published generation ${generation.id}` };
}

async function compareArtifacts(
  parts: RefreshParts,
  draft: RefreshDraft,
): Promise<ArtifactChanges> {
  const { ingested, before, check, records } = draft;
  const present = new Set(
    ingested.artifacts.length === 0 ? [] : (await parts.files.scan()).entries.map((e) => e.path),
  );
  const isThere = (a: Artifact): boolean => a.source !== "files" || present.has(a.path);
  const upserted = ingested.artifacts.filter(isThere);
  const vanished = ingested.artifacts.filter((artifact) => !isThere(artifact));
  const kept = new Set(upserted.map((artifact) => artifact.ref));
  const gonePaths = new Set([
    ...check.removed.map((input) => input.path),
    ...vanished.map((artifact) => artifact.path),
    // A file that turned into something without text has no passages any more.
    ...ingested.gaps
      .map((gap) => gap.subject ?? "")
      .filter((path) => !ingested.unreadPaths.has(path)),
  ]);
  const pagePaths = new Set(records.status === "rendered" ? records.pages.map((p) => p.path) : []);
  const isGone = (artifact: Artifact): boolean => {
    if (kept.has(artifact.ref)) return false;
    if (artifact.source === "files") return draft.isRebuild || gonePaths.has(artifact.path);
    return records.status === "rendered" && !pagePaths.has(artifact.path);
  };
  const removed = [...before.values()].filter(isGone).map((artifact) => artifact.ref);
  return { upserted, removed, vanished };
}

async function isSame(
  parts: RefreshParts,
  draft: RefreshDraft,
  next: { readonly changes: ArtifactChanges; readonly gaps: readonly Gap[] },
): Promise<boolean> {
  const { changes, gaps } = next;
  if (draft.isRebuild || draft.records.status === "rendered") return false;
  if (changes.upserted.length > 0 || changes.removed.length > 0) return false;
  if (draft.check.removed.length > 0) return false;
  return JSON.stringify(await parts.store.gaps()) === JSON.stringify(gaps);
}

async function arrange(
  parts: RefreshParts,
  draft: RefreshDraft,
  changes: ArtifactChanges,
): Promise<{ readonly segments: readonly LiveSegment[]; readonly passageCount: number }> {
  const { builder, store } = parts;
  const replaced = [...changes.upserted.map((artifact) => artifact.ref), ...changes.removed];
  const dead: DeadDocument[] = replaced.flatMap((ref) => {
    const old = draft.before.get(ref);
    return old === undefined ? [] : [{ artifact: ref, version: old.version }];
  });
  const vanished = changes.vanished.map(({ ref, version }) => ({ artifact: ref, version }));
  const added = await builder.arrange(store, draft.ingested.segments, vanished);
  if (draft.isRebuild) return added;
  const kept = await builder.arrange(store, await store.segments(), dead);
  // The dead were buried on the old segments alone; the joint pass only decides on merges.
  return builder.arrange(store, [...kept.segments, ...added.segments], []);
}

function nextArtifacts(draft: RefreshDraft, changes: ArtifactChanges): readonly Artifact[] {
  const next = new Map(draft.before);
  for (const ref of changes.removed) next.delete(ref);
  for (const artifact of changes.upserted) next.set(artifact.ref, artifact);
  return [...next.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1));
}

async function nextFacts(
  parts: RefreshParts,
  draft: RefreshDraft,
): Promise<Readonly<Record<string, string>>> {
  const { records } = draft;
  if (records.status !== "rendered") return parts.store.facts();
  const versions = records.pages.map((page) => [
    FACTS.pagePrefix + page.path,
    createHash("sha256").update(page.bytes).digest("hex"),
  ]);
  return { [FACTS.recordsDigest]: records.digest, ...Object.fromEntries(versions) };
}

/** sha256 over what the generation was made of: the same inputs and analyzer give the same digest on any machine. */
function digestInputs(textVersion: string, artifacts: readonly Artifact[]): string {
  const hash = createHash("sha256").update(textVersion);
  for (const { ref, version } of artifacts) hash.update(`\0${ref}\0${version}`);
  return hash.digest("hex");
}

function countChanges(
  draft: RefreshDraft,
  changes: ArtifactChanges,
): Pick<Published, "added" | "changed" | "removed" | "unchanged"> {
  const added = changes.upserted.filter((artifact) => !draft.before.has(artifact.ref)).length;
  const changed = changes.upserted.filter(
    ({ ref, version }) => (draft.before.get(ref)?.version ?? version) !== version,
  ).length;
  const removed = changes.removed.length;
  return { added, changed, removed, unchanged: draft.before.size - changed - removed };
}
