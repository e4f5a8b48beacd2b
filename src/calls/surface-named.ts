import { EngineError } from "../errors.ts";
import type { Artifact, SourceName } from "../model/artifact.ts";
import type { Gap } from "../model/gap.ts";
import { parseReference, type Reference } from "../pipeline/cite/parse-reference.ts";
import type { TaskNames } from "../pipeline/gather/task-names.ts";
import type { IndexQuery } from "../ports/passage-index.ts";
import type { Located } from "./cite-candidates.ts";
import { isStoreName } from "./entry-artifact.ts";
import type { Surfacing } from "./make-candidate.ts";
import { findArtifact, textsOf } from "./resolve-reference.ts";
import type { CallParts, Session } from "./session.ts";
import { reasonOf } from "./store-answer.ts";

/** What lookups by name work with. */
export interface NamedQuestion {
  readonly names: TaskNames;
  readonly query: IndexQuery;
  readonly mayAnswer: (source: string) => boolean;
}

/** So many names of a task are looked up: a pasted log names everything, which names nothing. */
const MAX_NAMES = 6;
/** Passages that a name is looked for in. */
const PASSAGES_A_NAME = 5;

const BY_NAME = {
  generator: "identifier_lookup",
  rank: "unavailable",
  score: "unavailable",
} as const;

/**
 * Surfaces what a task names exactly: artifacts by their paths, and passages by a heading, a title or a symbol they define. The
 * index finds where a name may stand; whether it names the passage is judged by its text.
 */
export async function surfaceNamed(
  parts: CallParts,
  session: Session,
  question: NamedQuestion,
): Promise<readonly Surfacing[]> {
  const found = [...(await surfacePaths(parts, session, question))];
  for (const name of namesToFind(question.names)) {
    found.push(...(await surfaceName(session, question, name)));
  }
  // A file may be named by its path and by its name, and two names may stand in one passage.
  const distinct = new Map(
    found.map((each) => [`${each.ref} ${JSON.stringify(each.part)}`, each] as const),
  );
  return [...distinct.values()];
}

/** The task as a whole is asked anyway; a quoted path was looked up as one. */
function namesToFind({ identifiers, paths, quoted, text }: TaskNames): readonly string[] {
  const whole = text.trim();
  const names = [...identifiers, ...quoted].filter(
    (name) => name !== whole && !paths.includes(name),
  );
  return [...new Set(names)].slice(0, MAX_NAMES);
}

async function surfaceName(
  { snapshot, store }: Session,
  { mayAnswer, query }: NamedQuestion,
  name: string,
): Promise<readonly Surfacing[]> {
  const text = name.replaceAll('"', " ");
  const outcome = await (await snapshot.current()).search({
    ...query,
    text,
    limit: PASSAGES_A_NAME,
  });
  // A damaged index was reported, and mended where it may be, by the search that went before.
  if (outcome.status !== "ok") return [];
  const { candidates } = outcome.answer;
  const artifacts = await store.artifacts([...new Set(candidates.map((c) => c.artifact))]);
  const byRef = new Map(artifacts.map((artifact) => [artifact.ref, artifact]));
  return candidates.flatMap(({ artifact: ref, position, version }): readonly Surfacing[] => {
    const artifact = byRef.get(ref);
    if (artifact === undefined || !mayAnswer(artifact.source)) return [];
    return [
      {
        ...BY_NAME,
        source: artifact.source,
        offered: "section",
        ref,
        version,
        part: { kind: "passage", position },
        located: { artifact, entry: "none", texts: store },
        mustBeNamed: true,
      },
    ];
  });
}

async function surfacePaths(
  parts: CallParts,
  session: Session,
  question: NamedQuestion,
): Promise<readonly Surfacing[]> {
  const { mayAnswer, names } = question;
  const surfaced: Surfacing[] = [];
  const unknown: string[] = [];
  for (const text of names.references.slice(0, MAX_NAMES)) {
    const reference = parseReference(text, parts.toArtifact);
    if (reference === "malformed" || isStoreName(reference.source)) continue;
    const artifact = await findArtifact(session.store, reference);
    if (artifact === undefined) unknown.push(reference.path);
    else if (mayAnswer(artifact.source)) {
      const located: Located = { artifact, entry: "none", texts: session.store };
      surfaced.push(await surfaceArtifact(session, question, { located, reference }));
    }
  }
  for (const artifact of await findByEnding(session, unknown)) {
    if (!mayAnswer(artifact.source)) continue;
    const located: Located = { artifact, entry: "none", texts: session.store };
    surfaced.push(await surfaceArtifact(session, question, { located, reference: "none" }));
  }
  return surfaced.map((found) => ({ ...found, ...BY_NAME }));
}

/** `load-config.ts` and `host/load-config.ts` name a file, if only one ends so. */
async function findByEnding(
  { store }: Session,
  endings: readonly string[],
): Promise<readonly Artifact[]> {
  const named = endings.filter((path) => /\.[a-z][a-z0-9]{0,5}$/i.test(path));
  if (named.length === 0) return [];
  const all = await store.artifacts();
  return named.flatMap((ending) => {
    const found = all.filter(({ path }) => path.endsWith(`/${ending}`));
    return found.length === 1 ? found : [];
  });
}

/** An artifact that was named as a whole begins with its passage that says most of the task. */
async function surfaceArtifact(
  { snapshot }: Session,
  { query }: Pick<NamedQuestion, "query">,
  named: { readonly located: Located; readonly reference: Reference | "none" },
): Promise<Surfacing> {
  const { path, ref, source, version } = named.located.artifact;
  const base = {
    generator: "file_lookup",
    rank: "unavailable",
    score: "unavailable",
    source,
    ref,
    version,
    located: named.located,
  } as const;
  const lines = named.reference === "none" ? "all" : named.reference.lines;
  if (lines !== "all") return { ...base, offered: "span", part: { kind: "lines", ...lines } };
  const filter = { acceptsPath: (candidate: string) => candidate === path, sources: [source] };
  const outcome = await (await snapshot.current()).search({ ...query, limit: 1, filter });
  const best = outcome.status === "ok" ? outcome.answer.candidates[0] : undefined;
  const isOwn = best !== undefined && best.artifact === ref && best.version === version;
  return {
    ...base,
    offered: "full",
    part: isOwn ? { kind: "passage", position: best.position } : { kind: "start" },
  };
}

/**
 * Surfaces the artifacts somebody listed, with or without lines, whatever a search finds. One that does not resolve is a failed
 * recovery, not a refusal: the others are no worse for it.
 */
export async function surfaceFiles(
  parts: CallParts,
  session: Session,
  { files, query }: Pick<NamedQuestion, "query"> & { readonly files: readonly string[] },
): Promise<{ readonly surfaced: readonly Surfacing[]; readonly gaps: readonly Gap[] }> {
  const surfaced: Surfacing[] = [];
  const gaps: Gap[] = [];
  for (const text of files) {
    const found = await surfaceFile(parts, session, { text, query });
    surfaced.push(found);
    if (typeof found.located !== "string") continue;
    gaps.push({ code: "recovery_failed", subject: text, detail: found.located });
  }
  return { surfaced, gaps };
}

async function surfaceFile(
  parts: CallParts,
  session: Session,
  { query, text }: { readonly text: string; readonly query: IndexQuery },
): Promise<Surfacing> {
  const reference = parseReference(text, parts.toArtifact);
  if (reference === "malformed")
    return unresolved(`artifact://files/${encodeURI(text)}`, "files", "it is no reference");
  const { artifact: ref, source } = reference;
  const name = sourceNameOf(source);
  try {
    const texts = await textsOf(parts, session, source);
    const artifact = await findArtifact(texts, reference);
    if (artifact === undefined) return unresolved(ref, name, "nothing is there");
    const entry = await findEntry(parts, artifact);
    return await surfaceArtifact(
      session,
      { query },
      { located: { artifact, entry, texts }, reference },
    );
  } catch (error) {
    if (!(error instanceof EngineError) || !isStoreName(source)) throw error;
    return unresolved(ref, name, reasonOf(error));
  }
}

async function findEntry(parts: CallParts, { ref, source }: Artifact): Promise<Located["entry"]> {
  if (!isStoreName(source)) return "none";
  const { openEntries } = await import("./entry-texts.ts");
  const [entry] = await (await openEntries(parts, source)).entries([ref], { quarantined: "shown" });
  return entry ?? "none";
}

function sourceNameOf(source: string): SourceName {
  return source === "records" || isStoreName(source) ? source : "files";
}

function unresolved(ref: Surfacing["ref"], source: SourceName, reason: string): Surfacing {
  return {
    generator: "file_lookup",
    rank: "unavailable",
    score: "unavailable",
    offered: "full",
    source,
    ref,
    version: "unknown",
    part: { kind: "start" },
    located: reason,
  };
}
