import type { Artifact } from "../model/artifact.ts";
import { isStoreName } from "./entry-artifact.ts";
import type { FoundEverywhere } from "./find-everywhere.ts";
import type { CallParts } from "./session.ts";

/** Says why a text is no candidate for a question, as far as that can be known (ORD-04). */
export async function explainMiss(
  parts: CallParts,
  { ref, source }: Artifact,
  asked: { readonly everywhere: FoundEverywhere; readonly isFoundAlone: boolean },
): Promise<string> {
  const { everywhere, isFoundAlone } = asked;
  const store = everywhere.stores.find(({ standing }) => standing.name === source);
  if (store?.found === "none")
    return `the ${source} store did not answer: ${store.standing.reason}`;
  if (isStoreName(source) && (await isQuarantined(parts, source, ref))) {
    return "it is in quarantine: its project is not known, and only --quarantined shows it";
  }
  if (isFoundAlone) {
    const { candidates } = everywhere;
    return `it ranks below the first ${candidates.length} passages of all stores`;
  }
  return store?.standing.status === "stale"
    ? `${store.standing.reason}; it may be one of them`
    : "no passage of it holds a word of the question";
}

async function isQuarantined(
  parts: CallParts,
  source: Parameters<CallParts["entries"]["read"]>[0],
  ref: Artifact["ref"],
): Promise<boolean> {
  const { openEntries } = await import("./entry-texts.ts");
  const store = await openEntries(parts, source);
  return (await store.entries([ref], { quarantined: "only" })).length > 0;
}
