import type { Artifact, SourceName } from "../model/artifact.ts";
import type { CallOptions } from "../model/engine.ts";
import type { Gap } from "../model/gap.ts";
import type { SourceSummary, StatusResponse } from "../model/status-response.ts";
import { assessSources } from "../pipeline/respond/assess-sources.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { observationsOf } from "../pipeline/respond/observed-of.ts";
import { CALL_OPTIONS, type CallSettings, settleCall } from "./call-settings.ts";
import { composeSignals } from "./compose-signals.ts";
import { listObservations } from "./list-observations.ts";
import type { CallParts } from "./session.ts";
import { summarizeLedger } from "./summarize-ledger.ts";
import { standStores, summarizeStores } from "./summarize-stores.ts";

/** An estimate, used only to say whether reading everything is an option. */
const BYTES_PER_TOKEN = 4;

/** What pruning keeps, in one sentence a person can check. */
const RETENTION =
  "Every text version stays citable until its data folder is deleted; index rows of the current and the previous generation are kept.";

/** Says what is indexed, how old it is, how large, what is skipped, and whether reading everything would fit (COR-06). */
export async function status(parts: CallParts, options: CallOptions): Promise<StatusResponse> {
  const settings = settleCall(parts, { refresh: "off", ...options }, CALL_OPTIONS);
  const session = await parts.openSession(settings.refresh);
  const standing = await session.keeper.stand(settings.refresh);
  const { store } = session;
  const [current, last, artifacts] = [
    await store.current(),
    await store.lastRefresh(),
    await store.artifacts(),
  ];
  const corpusBytes = artifacts.reduce((sum, artifact) => sum + artifact.byteLength, 0);
  const [sizes, lock] = [await store.sizes(), await parts.lock.holder()];
  const refs = artifacts.map((artifact) => artifact.ref);
  const { observations, gaps: ledgerGaps } = await listObservations(parts, refs);
  const stores = await summarizeStores(parts);
  const ledger = await summarizeLedger(parts);
  const facts = { settings, standing, observations, stores: standStores(stores) };
  const sources = parts.sources.map((name) => summarize(name, artifacts, settings));
  return fitResponse<StatusResponse, never>({
    capBytes: settings.capBytes,
    items: [],
    gaps: listGaps([...session.gaps, ...ledgerGaps], standing.gaps, sources),
    build: (_none, gaps, budget) => ({
      schema: "exhibit.status/1",
      workspace: parts.workspace,
      dataFolder: parts.dataFolder,
      sources,
      stores,
      ledger,
      inputsDigest: current === "none" ? "none" : current.inputsDigest,
      analyzerVersion: current === "none" ? "none" : current.analyzerVersion,
      sizes,
      lastRefresh: last,
      lock,
      wholeCorpus: {
        bytes: corpusBytes,
        estimatedTokens: Math.ceil(corpusBytes / BYTES_PER_TOKEN),
        fitsCap: corpusBytes > 0 && corpusBytes <= settings.capBytes,
      },
      retention: RETENTION,
      gaps,
      ...composeSignals(parts, facts, artifacts),
      budget,
    }),
  });
}

function listGaps(
  ofSession: readonly Gap[],
  standing: readonly Gap[],
  sources: readonly SourceSummary[],
): readonly Gap[] {
  const count = sources.reduce((sum, source) => sum + source.unknownDates, 0);
  const dates: readonly Gap[] = count === 0 ? [] : [{ code: "date_unknown", count }];
  return [...ofSession, ...dates, ...standing];
}

function summarize(
  name: SourceName,
  artifacts: readonly Artifact[],
  settings: CallSettings,
): SourceSummary {
  const own = artifacts.filter((artifact) => artifact.source === name);
  const observed = own.flatMap(observationsOf);
  const ages = assessSources(observed, settings.nowMs, settings.maxAgeDays);
  return {
    name,
    artifacts: own.length,
    bytes: own.reduce((sum, artifact) => sum + artifact.byteLength, 0),
    oldestObservedAt: ages.oldestObservedAt,
    newestObservedAt: ages.newestObservedAt,
    unknownDates: ages.unknownDates,
  };
}
