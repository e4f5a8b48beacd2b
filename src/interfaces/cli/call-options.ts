import { optionInvalid } from "../../errors.ts";
import type {
  CallOptions,
  ExplainOptions,
  SearchOptions,
  TimelineOptions,
} from "../../model/engine.ts";
import { TIMELINE_KINDS } from "../../model/timeline-response.ts";
import { oneOf, TEXT_KINDS } from "./options.ts";
import type { Settings } from "./settings.ts";

type WithUndefined<Options> = { readonly [Name in keyof Options]: Options[Name] | undefined };

/** Returns what every engine call takes, from the command line; what was not given is absent. */
export function callOptions(settings: Settings): CallOptions {
  return given<CallOptions>({
    capBytes: settings.cap,
    refresh: settings.refresh,
    maxAgeDays: settings["max-age-days"],
  });
}

/** Returns the options of a search. */
export function searchOptions(settings: Settings): SearchOptions {
  return given<SearchOptions>({
    ...callOptions(settings),
    limit: settings.limit,
    ranker: settings.ranker,
    sources: settings.source,
    excludedSessions: settings["exclude-session"],
    quarantined: settings.quarantined,
    paths: settings.path,
    kinds: settings.kind?.map((kind) => oneOf("--kind", TEXT_KINDS, kind)),
    languages: settings.language,
    heading: settings.heading,
    excludedWords: settings.exclude,
    detail: settings.detail,
    explain: settings.explain,
    trace: settings.trace,
  });
}

/** Returns the options of a timeline; `--limit` is how many of whichever end was asked for. */
export function timelineOptions(settings: Settings): TimelineOptions {
  const { limit, newest, oldest } = settings;
  if (limit !== undefined && (newest !== undefined || oldest !== undefined)) {
    throw optionInvalid("--limit", "--newest and --oldest say how many; leave it out");
  }
  return given<TimelineOptions>({
    ...callOptions(settings),
    newest: newest ?? limit,
    oldest,
    since: settings.since,
    until: settings.until,
    zone: settings.zone,
    sessions: settings.session,
    excludedSessions: settings["exclude-session"],
    kinds: settings.kind?.map((kind) => oneOf("--kind", TIMELINE_KINDS, kind)),
    sources: settings.source,
    quarantined: settings.quarantined,
    audit: settings.audit,
    cursor: settings.cursor,
    trace: settings.trace,
  });
}

/** Returns the options of an explanation. */
export function explainOptions(settings: Settings): ExplainOptions {
  return given<ExplainOptions>({ ...callOptions(settings), ranker: settings.ranker });
}

/** Leaves out what is undefined, so that an engine's default is never overridden by a hole. */
export function given<Options extends object>(options: WithUndefined<Options>): Options {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  // Only undefined values left, which `Options` allows to be absent.
  return Object.fromEntries(entries) as Options;
}
