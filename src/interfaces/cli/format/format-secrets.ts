import type { SecretPlace, SecretsResponse } from "../../../model/secrets-response.ts";
import type { View } from "../view.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatCount, formatNumber } from "./quantity.ts";

/** Returns where secrets stand: place, kind and count. */
export function formatSecrets(response: SecretsResponse, view: View): string {
  const { examined, places, redacted, secretCount } = response;
  const texts = examined.map(({ name, texts }) => `${formatNumber(texts)} of ${name}`).join(", ");
  const found = secretCount === 0 ? "Nothing looks" : `${formatCount(secretCount, "place")} look`;
  return [
    ...formatSilentSources(response.completeness, view),
    ...say(
      `${secretCount === 1 ? "1 place looks" : found} like a secret. Texts examined: ${texts}.`,
      view,
    ),
    ...places.flatMap((place) => say(describe(place, view), view, "    ").map(view.paint.warning)),
    ...redacted.flatMap(({ name, redactions }) => {
      const kinds = redactions
        .map(({ kind, count }) => `${formatNumber(count)} ${kind}`)
        .join(", ");
      return say(`Taken out before it was kept in ${name}: ${kinds}.`, view);
    }),
    "",
    ...formatTail(response, view),
  ].join("\n");
}

function describe({ artifact, part, line, kind, count }: SecretPlace, view: View): string {
  const where = part === "text" ? `:${line}` : ` (${part})`;
  return `  ${view.showArtifact(artifact)}${where} · ${kind}${count === 1 ? "" : ` × ${formatNumber(count)}`}`;
}
