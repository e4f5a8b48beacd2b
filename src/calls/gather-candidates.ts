import type { Artifact, SourceName } from "../model/artifact.ts";
import { STORE_NAMES } from "../model/artifact.ts";
import type { BundleOptions } from "../model/bundle-options.ts";
import type { Candidate } from "../model/candidate.ts";
import type { Gap } from "../model/gap.ts";
import type { Pool } from "../model/pool.ts";
import { weighTerms } from "../pipeline/gather/choose-span.ts";
import { isLongTask, reduceTask } from "../pipeline/gather/reduce-task.ts";
import { readTaskNames, type TaskNames } from "../pipeline/gather/task-names.ts";
import { toPool } from "../pipeline/gather/to-pool.ts";
import type { EntryScope } from "../ports/entry-store.ts";
import type { CallSettings } from "./call-settings.ts";
import { compileExact } from "./compile-exact.ts";
import type { SignalFacts } from "./compose-signals.ts";
import { type FoundEverywhere, findEverywhere } from "./find-everywhere.ts";
import type { Gathered } from "./gathered.ts";
import { listObservations } from "./list-observations.ts";
import { listSearchGaps } from "./list-search-gaps.ts";
import { createTextLoader } from "./load-text.ts";
import { type MadeCandidate, makeCandidate, type Surfacing } from "./make-candidate.ts";
import { createVersionReader } from "./read-versions.ts";
import { reconcileStanding } from "./reconcile-standing.ts";
import { listGenerators } from "./report-generators.ts";
import type { CallParts } from "./session.ts";
import { surfaceFiles, surfaceNamed } from "./surface-named.ts";
import { surfaceRecent } from "./surface-recent.ts";
import { POOL_DEPTH, surfaceSearched } from "./surface-searched.ts";
import { readQuestion } from "./timeline-question.ts";
import { toIndexQuery } from "./to-index-query.ts";

/** What a task is gathered for. */
export interface GatherQuestion
  extends Pick<
    BundleOptions,
    "excludedSessions" | "files" | "pinned" | "quarantined" | "recent" | "sources"
  > {
  readonly settings: CallSettings;
}

/**
 * Gathers candidates for a task from every generator: a search of each store, names in the task, files and events that were
 * asked for. All end at one kind of record, read back and hashed again (CAN-02). A store that fails is reported and takes
 * nothing from the others; it refuses only where nothing at all could answer.
 */
export async function gatherCandidates(
  parts: CallParts,
  task: string,
  asked: GatherQuestion,
): Promise<Gathered> {
  const { settings } = asked;
  const scope: EntryScope = { quarantined: asked.quarantined === true ? "shown" : "hidden" };
  const searched = await searchTask(parts, task, { ...asked, scope });
  const { everywhere, query } = searched;
  const names = readTaskNames(task);
  const found = await surfaceAll(parts, searched, { ...asked, names, scope });
  const counter = await parts.tokens();
  const maker = {
    parts,
    reader: createVersionReader(parts),
    counter,
    names,
    weights: weighTerms(everywhere.answers),
    isExact: await compileExact(parts),
    maxAgeDays: settings.maxAgeDays,
    nowMs: settings.nowMs,
  };
  const made: MadeCandidate[] = [];
  for (const surfacing of found.surfaced) {
    const candidate = await makeCandidate(maker, surfacing);
    if (candidate !== "unnamed") made.push(candidate);
  }
  const refs = [...new Set(made.map(({ candidate }) => candidate.artifact))];
  const listed = await listObservations(parts, refs);
  const facts = factsOf(everywhere, made, asked);
  const pool = toPool({
    task: { text: task, query: query.text, scope: parts.project.name },
    counter: counter.name,
    generators: listGenerators(parts, { everywhere, facts, surfaced: found.surfaced }),
    candidates: made.map(({ candidate }) => candidate),
  });
  return {
    pool,
    artifacts: artifactsOf(pool, made),
    facts: { ...facts, observations: listed.observations },
    gaps: [
      ...listSearchGaps(everywhere, { hits: [], gaps: lostGaps(pool) }, settings.nowMs),
      ...found.gaps,
      ...listed.gaps,
    ],
    loadText: createTextLoader(parts, counter),
  };
}

interface Searched {
  readonly everywhere: FoundEverywhere;
  readonly query: Awaited<ReturnType<typeof toIndexQuery>>;
}

interface Asked extends GatherQuestion {
  readonly scope: EntryScope;
}

/** Asks every store; of a pasted text its rarest words, as the indexes count them. */
async function searchTask(
  parts: CallParts,
  task: string,
  { excludedSessions = [], scope, settings, sources }: Asked,
): Promise<Searched> {
  const query = await toIndexQuery(task, sources === undefined ? {} : { sources }, POOL_DEPTH);
  const question = {
    sources,
    scope,
    excludedSessions,
    mode: settings.refresh,
  };
  if (!isLongTask(query.text)) {
    return { query, everywhere: await findEverywhere(parts, { ...question, query }) };
  }
  const counted = await findEverywhere(parts, { ...question, query: { ...query, limit: 1 } });
  const text = reduceTask(query.text, sumTerms(counted));
  const reduced = { ...query, text };
  return {
    query: reduced,
    everywhere: await findEverywhere(parts, { ...question, query: reduced }),
  };
}

/** A word is as rare as it is in all stores together. */
function sumTerms({ answers }: FoundEverywhere): FoundEverywhere["answers"][number]["terms"] {
  const sums = new Map<string, FoundEverywhere["answers"][number]["terms"][number]>();
  for (const term of answers.flatMap(({ terms }) => terms)) {
    const passages = (sums.get(term.form)?.passages ?? 0) + term.passages;
    sums.set(term.form, { ...term, passages });
  }
  return [...sums.values()];
}

async function surfaceAll(
  parts: CallParts,
  { everywhere, query }: Searched,
  asked: Asked & { readonly names: TaskNames },
): Promise<{ readonly surfaced: readonly Surfacing[]; readonly gaps: readonly Gap[] }> {
  const { files = [], names, pinned = [], scope, sources } = asked;
  const { content } = everywhere;
  const surfaced = [...(await surfaceSearched(parts, everywhere, scope))];
  const gaps: Gap[] = [];
  if (content.session !== "none") {
    const mayAnswer = (source: string): boolean =>
      sources === undefined || sources.some((name) => name === source);
    if (everywhere.asksContent) {
      surfaced.push(...(await surfaceNamed(parts, content.session, { names, query, mayAnswer })));
    }
    const listed = [...new Set([...files, ...pinned])];
    const found = await surfaceFiles(parts, content.session, { files: listed, query });
    surfaced.push(...found.surfaced);
    gaps.push(...found.gaps);
  }
  const recent = await surfaceNewest(parts, everywhere, asked);
  return { surfaced: [...surfaced, ...recent.surfaced], gaps: [...gaps, ...recent.gaps] };
}

async function surfaceNewest(
  parts: CallParts,
  { content }: FoundEverywhere,
  { excludedSessions, quarantined, recent = 0, settings, sources }: Asked,
): ReturnType<typeof surfaceRecent> {
  if (recent === 0) return { surfaced: [], gaps: [] };
  const question = readQuestion(parts, "", {
    newest: recent,
    ...(sources === undefined ? {} : { sources }),
    ...(excludedSessions === undefined ? {} : { excludedSessions }),
    ...(quarantined === undefined ? {} : { quarantined }),
  });
  return surfaceRecent(parts, content, { question, mode: settings.refresh });
}

function factsOf(
  everywhere: FoundEverywhere,
  made: readonly MadeCandidate[],
  { settings, sources }: GatherQuestion,
): SignalFacts {
  const { content, stores } = everywhere;
  const placed = made.flatMap(({ candidate, shown }) =>
    shown === "none" || !isContent(candidate.source) ? [] : [shown],
  );
  return {
    settings,
    standing: reconcileStanding(content.standing, placed),
    observations: [],
    asked: sources,
    stores: stores.map(({ standing }) => standing),
    contentFailed: everywhere.asksContent && content.failure !== "none",
  };
}

function isContent(source: SourceName): boolean {
  return !STORE_NAMES.some((name) => name === source);
}

function artifactsOf(pool: Pool, made: readonly MadeCandidate[]): Gathered["artifacts"] {
  const byKey = new Map(made.map(({ candidate, shown }) => [keyOf(candidate), shown]));
  const artifacts = new Map<string, Artifact>();
  for (const candidate of pool.candidates) {
    const shown = byKey.get(keyOf(candidate)) ?? "none";
    if (shown !== "none") artifacts.set(candidate.id, shown.artifact);
  }
  return artifacts;
}

function keyOf({
  artifact,
  fragment,
  generator,
}: Omit<Candidate, "duplicateOf" | "id" | "overlapsWith">): string {
  return `${generator} ${artifact} ${fragment}`;
}

/** A failed lookup is told as one, whatever is decided about the rest (REF-20). */
function lostGaps({ candidates }: Pool): readonly Gap[] {
  return candidates.flatMap(({ citation, recovery, version }): readonly Gap[] =>
    // What was never found was told by whoever looked for it.
    recovery.status === "resolved" || version === "unknown"
      ? []
      : [{ code: "recovery_failed", subject: citation.path, detail: recovery.reason }],
  );
}
