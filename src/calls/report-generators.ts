import type { SourceName } from "../model/artifact.ts";
import type { GeneratorName } from "../model/candidate.ts";
import type { SourceStatus } from "../model/envelope.ts";
import type { GeneratorReport } from "../model/pool.ts";
import type { IndexAnswer } from "../ports/passage-index.ts";
import { composeSignals, type SignalFacts } from "./compose-signals.ts";
import { isStoreName } from "./entry-artifact.ts";
import type { FoundEverywhere } from "./find-everywhere.ts";
import type { Surfacing } from "./make-candidate.ts";
import type { CallParts } from "./session.ts";
import { SEARCH_OF } from "./surface-searched.ts";

type Report = Omit<GeneratorReport, "artifacts" | "candidates">;

/** Says of each generator and source how it answered, and by what measure its scores are read. */
export function listGenerators(
  parts: CallParts,
  asked: {
    readonly everywhere: FoundEverywhere;
    readonly facts: SignalFacts;
    readonly surfaced: readonly Surfacing[];
  },
): readonly Report[] {
  const { everywhere, facts, surfaced } = asked;
  const { sources } = composeSignals(parts, facts, []).completeness;
  const statuses = new Map(sources.map(({ name, status }) => [name, status]));
  const searches = sources.map(({ name, status }): Report => {
    const store = isStoreName(name) ? name : "content";
    return { generator: SEARCH_OF[store], source: name, status, ...measureOf(everywhere, name) };
  });
  const lookups = new Map<string, Report>();
  for (const { generator, source } of surfaced) {
    if (generator === SEARCH_OF[isStoreName(source) ? source : "content"]) continue;
    lookups.set(`${generator} ${source}`, lookupOf(generator, source, statuses));
  }
  return [...searches, ...lookups.values()];
}

function lookupOf(
  generator: GeneratorName,
  source: SourceName,
  statuses: ReadonlyMap<SourceName, SourceStatus>,
): Report {
  // Somebody asked for it by name, whatever was to be searched.
  const known = statuses.get(source) ?? "ok";
  const status = known === "not_asked" ? "ok" : known;
  return { generator, source, status, passages: 0, ceiling: "unavailable", terms: [] };
}

function measureOf(
  everywhere: FoundEverywhere,
  source: SourceName,
): Pick<Report, "ceiling" | "passages" | "terms"> {
  const answer = answerOf(everywhere, source);
  if (answer === "none") return { passages: 0, ceiling: "unavailable", terms: [] };
  const { passageCount, stageOneCeiling, terms } = answer;
  const ceiling = stageOneCeiling > 0 ? stageOneCeiling : "unavailable";
  return { passages: passageCount, ceiling, terms };
}

function answerOf({ found, stores }: FoundEverywhere, source: SourceName): IndexAnswer | "none" {
  if (!isStoreName(source)) return found === "none" ? "none" : found.answer;
  const own = stores.find(({ standing }) => standing.name === source);
  return own === undefined || own.found === "none" ? "none" : own.found.answer;
}
