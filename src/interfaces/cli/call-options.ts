import type { CallOptions, SearchOptions } from "../../model/engine.ts";
import type { Settings } from "./settings.ts";

type WithUndefined<Options> = { readonly [Name in keyof Options]: Options[Name] | undefined };

/** Returns what every engine call takes, from the command line; what was not given is absent. */
export function callOptions(settings: Settings): CallOptions {
  return given<CallOptions>({
    capBytes: settings.cap,
    refresh: settings.refresh,
    maxAgeDays: settings["max-age-days"],
    trace: settings.trace,
  });
}

/** Returns the options of a search or an explanation. */
export function searchOptions(settings: Settings): SearchOptions {
  return given<SearchOptions>({
    ...callOptions(settings),
    limit: settings.limit,
    ranker: settings.ranker,
    sources: settings.source,
    paths: settings.path,
    kinds: settings.kind,
    languages: settings.language,
    heading: settings.heading,
    excludedWords: settings.exclude,
    detail: settings.detail,
    explain: settings.explain,
  });
}

/** Leaves out what is undefined, so that an engine's default is never overridden by a hole. */
export function given<Options extends object>(options: WithUndefined<Options>): Options {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  // Only undefined values left, which `Options` allows to be absent.
  return Object.fromEntries(entries) as Options;
}
