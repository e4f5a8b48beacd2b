import type { Artifact, ArtifactRef, SourceName } from "../../model/artifact.ts";
import type { Gap, GapCode } from "../../model/gap.ts";
import type { RefreshDraft } from "./refresh-draft.ts";
import type { RefreshParts } from "./refresh-parts.ts";

/** Found out by reading a file; holds as long as the file stays the same. */
const OF_CONTENT: ReadonlySet<GapCode> = new Set(["file_binary", "file_undecodable"]);
const OF_RECORDS: ReadonlySet<GapCode> = new Set(["record_invalid"]);

/**
 * Lists every gap of the next generation: what the scan left out, what was read and holds no text, invalid records, and
 * modules that were there and are not (COR-21). Sorted, so that equal gaps are equal lists.
 */
export async function listStandingGaps(
  parts: RefreshParts,
  draft: RefreshDraft,
  changes: { readonly removed: readonly ArtifactRef[]; readonly vanished: readonly Artifact[] },
): Promise<readonly Gap[]> {
  const { check, ingested, records } = draft;
  const untouched = new Set([...check.unchanged, ...check.settled].map((input) => input.path));
  const carried = (await parts.store.gaps()).filter((gap) => {
    if (OF_CONTENT.has(gap.code)) return untouched.has(gap.subject ?? "");
    return OF_RECORDS.has(gap.code) && records.status !== "rendered";
  });
  const pages = new Set(records.status === "rendered" ? records.pages.map((p) => p.path) : []);
  const sourceOf = (gap: Gap): SourceName => (pages.has(gap.subject ?? "") ? "records" : "files");
  const gaps = [
    ...check.scanGaps,
    ...carried,
    ...ingested.gaps.map((gap): Gap => ({ ...gap, source: sourceOf(gap) })),
    ...(records.status === "rendered" ? records.gaps : []).map(
      (gap): Gap => ({ ...gap, source: "records" }),
    ),
    ...changes.vanished.map(
      ({ path, source }): Gap => ({ code: "artifact_vanished", subject: path, source }),
    ),
    ...listMissingModules(parts, draft, changes.removed),
  ];
  return gaps.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function listMissingModules(
  parts: RefreshParts,
  draft: RefreshDraft,
  removed: readonly ArtifactRef[],
): readonly Gap[] {
  const gone = new Set(removed);
  const present = new Set<string>();
  for (const artifact of [...draft.before.values(), ...draft.ingested.artifacts]) {
    if (!gone.has(artifact.ref)) present.add(artifact.path);
  }
  const expected = parts.expectedModules
    .filter((path) => !present.has(path))
    .map(
      (path): Gap => ({
        code: "module_missing",
        subject: path,
        detail: "named by the configuration",
      }),
    );
  const generation = draft.parent === "none" ? 0 : draft.parent.id;
  const dropped = removed.flatMap((ref): readonly Gap[] => {
    const artifact = draft.before.get(ref);
    if (artifact === undefined) return [];
    const { path, source } = artifact;
    if (present.has(path) || parts.expectedModules.includes(path)) return [];
    const detail = `was in generation ${generation}`;
    return [{ code: "module_missing", subject: path, detail, source }];
  });
  return [...expected, ...dropped];
}

function sortKey(gap: Gap): string {
  return `${gap.code}\0${gap.subject ?? ""}\0${gap.detail ?? ""}`;
}
