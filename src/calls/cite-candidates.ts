import { EngineError } from "../errors.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { Gap } from "../model/gap.ts";
import type { FusedCandidate } from "../pipeline/search/fuse-candidates.ts";
import type { EntryScope } from "../ports/entry-store.ts";
import type { CitableTexts } from "./citable-texts.ts";
import {
  type CitedPassage,
  type CiteOutcome,
  citePassage,
  createCurrentTexts,
} from "./cite-candidate.ts";
import { isStoreName, toArtifact } from "./entry-artifact.ts";
import type { FoundEverywhere, SearchedStore } from "./find-everywhere.ts";
import type { CallParts } from "./session.ts";
import { reasonOf } from "./store-answer.ts";

/** A candidate whose citation holds; `cutTo` says what shortened its excerpt. */
export interface CitedHit {
  readonly found: FusedCandidate<SearchedStore>;
  readonly cited: CitedPassage;
  /** `none` for a text of the workspace. */
  readonly entry: Entry | "none";
  readonly cutTo?: "anchor" | "cap";
}

/** An artifact as its candidate names it, with where its text is read back from. */
export interface Located {
  readonly artifact: Artifact;
  readonly entry: Entry | "none";
  readonly texts: CitableTexts;
}

/**
 * Cites candidates in their order, each read again and hashed again (CIT-04); one that does not hold is dropped and
 * reported. `whole` shows each artifact once, with its full text.
 */
export async function citeCandidates(
  parts: CallParts,
  everywhere: FoundEverywhere,
  asked: { readonly whole: boolean; readonly scope: EntryScope },
): Promise<{ readonly hits: readonly CitedHit[]; readonly gaps: readonly Gap[] }> {
  const located = await locateCandidates(parts, everywhere, asked.scope);
  const current = createCurrentTexts(parts);
  const hits: CitedHit[] = [];
  const gaps: Gap[] = [];
  const shownWhole = new Set<string>();
  for (const found of everywhere.candidates) {
    const { artifact: ref, version, position } = found.candidate;
    const place = located.get(ref);
    if (place === undefined || place.artifact.version !== version) {
      gaps.push({ code: "recovery_failed", subject: ref, detail: "not in this generation" });
      continue;
    }
    if (asked.whole && shownWhole.has(ref)) continue;
    shownWhole.add(ref);
    const { artifact, entry, texts } = place;
    const wanted = { artifact, position, whole: asked.whole };
    const outcome = await citeSafely(artifact, () => citePassage(texts, current, wanted));
    if (outcome.status === "failed") gaps.push(outcome.gap);
    else hits.push({ found, cited: outcome.cited, entry });
  }
  return { hits, gaps };
}

/** A store that answered and cannot be read a moment later takes its own hits away, and no others. */
async function citeSafely(
  { path, source }: Artifact,
  cite: () => Promise<CiteOutcome>,
): Promise<CiteOutcome> {
  try {
    return await cite();
  } catch (error) {
    if (!(error instanceof EngineError) || !isStoreName(source)) throw error;
    const gap: Gap = { code: "recovery_failed", subject: path, detail: reasonOf(error) };
    return { status: "failed", gap };
  }
}

/** Finds the artifacts of candidates, by reference, as the stores hold them now. */
export async function locateCandidates(
  parts: CallParts,
  {
    candidates,
    content,
    stores,
  }: Pick<FoundEverywhere, "content" | "stores"> & {
    readonly candidates: readonly Pick<FusedCandidate<SearchedStore>, "candidate" | "store">[];
  },
  scope: EntryScope,
): Promise<ReadonlyMap<string, Located>> {
  const located = new Map<string, Located>();
  const refsOf = (store: SearchedStore): readonly Artifact["ref"][] => [
    ...new Set(candidates.flatMap((c) => (c.store === store ? [c.candidate.artifact] : []))),
  ];
  if (content.session !== "none") {
    const texts = content.session.store;
    for (const artifact of await texts.artifacts(refsOf("content"))) {
      located.set(artifact.ref, { artifact, entry: "none", texts });
    }
  }
  for (const { standing, found } of stores) {
    const refs = refsOf(standing.name);
    if (found === "none" || refs.length === 0) continue;
    const { createEntryTexts } = await import("./entry-texts.ts");
    const texts = createEntryTexts(parts, standing.name, {
      scope,
      known: found.entries.values(),
    });
    for (const ref of refs) {
      const entry = found.entries.get(ref);
      if (entry !== undefined) located.set(ref, { artifact: toArtifact(entry), entry, texts });
    }
  }
  return located;
}
