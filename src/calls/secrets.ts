import { decodeText } from "../analysis/decode-text.ts";
import { locateSecrets } from "../analysis/secrets/locate-secrets.ts";
import { type Artifact, type ArtifactRef, STORE_NAMES } from "../model/artifact.ts";
import type { CallOptions } from "../model/engine.ts";
import type { Gap } from "../model/gap.ts";
import type { SecretPlace, SecretsResponse } from "../model/secrets-response.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { CALL_OPTIONS, settleCall } from "./call-settings.ts";
import { composeSignals } from "./compose-signals.ts";
import { listObservations } from "./list-observations.ts";
import { findInStore, type StoreSecrets } from "./secrets-in-stores.ts";
import type { CallParts } from "./session.ts";

/** Says where texts of the workspace, entries of the stores and live checks hold what looks like a secret. */
export async function secrets(parts: CallParts, options: CallOptions): Promise<SecretsResponse> {
  const settings = settleCall(parts, options, CALL_OPTIONS);
  const session = await parts.openSession(settings.refresh);
  const standing = await session.keeper.stand(settings.refresh);
  const artifacts = await session.store.artifacts();
  const content = await findInContent(parts, artifacts);
  const stores: StoreSecrets[] = [];
  for (const name of STORE_NAMES) stores.push(await findInStore(parts, name));
  const checked = await findInObservations(parts, artifacts);
  const places = [...content.places, ...stores.flatMap((store) => store.places), ...checked.places];
  const facts = {
    settings,
    standing,
    observations: [],
    stores: stores.map((store) => store.standing),
  };
  const gaps = [
    ...session.gaps,
    ...checked.gaps,
    ...stores.flatMap((store) => store.gaps),
    ...summarizeGaps([...content.gaps, ...standing.gaps]),
  ];
  return fitResponse<SecretsResponse, SecretPlace>({
    capBytes: settings.capBytes,
    items: places,
    gaps,
    build: (shown, fitting, budget) => ({
      schema: "exhibit.secrets/1",
      secretCount: places.reduce((sum, { count }) => sum + count, 0),
      places: shown,
      examined: [
        ...parts.sources.map((name) => ({ name, texts: content.texts.get(name) ?? 0 })),
        ...stores.map(({ standing: { name }, texts }) => ({ name, texts })),
      ],
      redacted: stores
        .filter(({ redactions }) => redactions.length > 0)
        .map(({ standing: { name }, redactions }) => ({ name, redactions })),
      gaps: fitting,
      ...composeSignals(parts, facts, []),
      budget,
    }),
  });
}

/** Reads what is there now, by the rules of the source: what is denied is not read for this either. */
async function findInContent(parts: CallParts, artifacts: readonly Artifact[]) {
  const places: SecretPlace[] = [];
  const gaps: Gap[] = [];
  const texts = new Map<string, number>();
  for (const { ref, source, path, encoding } of artifacts) {
    const reader = parts.readerOf(source);
    const current = reader === "none" ? undefined : await reader.readIndexed(path);
    if (current?.status !== "ok") {
      const isGone = current === undefined || current.status === "gone";
      const code = isGone ? "artifact_vanished" : "file_unreadable";
      gaps.push({ code, subject: path, ...(isGone ? {} : { detail: current.reason }) });
      continue;
    }
    texts.set(source, (texts.get(source) ?? 0) + 1);
    for (const found of locateSecrets(decodeText(current.bytes, encoding))) {
      places.push({ artifact: ref, part: "text", ...found });
    }
  }
  return { places, gaps, texts };
}

/** What somebody gave as evidence of a live check is kept as they gave it. */
async function findInObservations(parts: CallParts, artifacts: readonly Artifact[]) {
  const refs: readonly ArtifactRef[] = artifacts.map(({ ref }) => ref);
  const { observations, gaps } = await listObservations(parts, refs);
  const places = observations.flatMap(({ artifact, evidence }) =>
    locateSecrets(evidence).map(
      (found): SecretPlace => ({ artifact, part: "observation", ...found, line: "none" }),
    ),
  );
  return { places, gaps };
}
