import { optionInvalid } from "../../errors.ts";
import { toEpochMs } from "../../model/instant.ts";
import { parseInstant } from "../../model/parse-instant.ts";
import { momentOf } from "../../model/time-zone.ts";

const START = "0000-01-01T00:00:00.000";

/**
 * Reads the bound of a window, in milliseconds since 1970. A time with an offset is that moment; a day, or a time without an
 * offset, is taken in `zone` and never in the machine's. Refuses with `option_invalid`.
 */
export function readBound(name: "before" | "since" | "until", text: string, zone: string): number {
  const instant = parseInstant(text, "declared");
  if (instant === "unreadable") {
    throw optionInvalid(
      name,
      `${JSON.stringify(text)} is no date or time such as 2026-10-15 or 2026-10-15T10:00:00Z`,
    );
  }
  if (instant.offset !== "unknown") return toEpochMs(instant);
  return momentOf(zone, instant.at + START.slice(instant.at.length));
}
