import type { ObserveResponse } from "../../../model/observe-response.ts";
import type { View } from "../view.ts";
import { formatTail, say } from "./format-envelope.ts";
import { formatTime } from "./quantity.ts";

/** Returns the observation as it was recorded, and how far it reaches. */
export function formatObserve(response: ObserveResponse, view: View): string {
  const { artifact, version, at, evidence, expires } = response.observation;
  return [
    ...say(`Recorded: ${artifact} was checked at ${formatTime(at)}.`, view),
    ...say(`Evidence: ${evidence}`, view, "          "),
    ...say(
      `It counts until ${formatTime(expires)}, and only for version ${version.slice(0, 16)}.`,
      view,
    ),
    "",
    ...formatTail(response, view),
  ].join("\n");
}
