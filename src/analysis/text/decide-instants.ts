import {
  type Instant,
  type KnownInstant,
  toEpochMs,
  UNKNOWN_INSTANT,
} from "../../model/instant.ts";
import { parseInstant } from "../../model/parse-instant.ts";
import type { FieldName, FrontMatterField } from "./front-matter-fields.ts";

/** What a text says of its own age. */
export interface DeclaredInstants {
  readonly observed: Instant;
  readonly edited: Instant;
}

const OBSERVED: readonly FieldName[] = ["observed_at", "observedAt", "as_of"];
const EDITED: readonly FieldName[] = ["updatedAt", "updated", "modified", "date"];

/**
 * Decides when the facts were observed and when the text was edited, by declaration alone (COR-14, FRE-16). Of several
 * observations the oldest counts, because a text is only as young as its oldest part; of several edits the newest. An edit is
 * never an observation, build stamps are neither, and an unreadable date is unknown, not the time of the call.
 */
export function decideInstants(
  fields: readonly FrontMatterField[],
  snapshots: readonly KnownInstant[],
): DeclaredInstants {
  const observed = [...readInstants(fields, OBSERVED, "declared"), ...snapshots];
  const edited = readInstants(fields, EDITED, "edited");
  return {
    observed: observed.sort(oldestFirst).at(0) ?? UNKNOWN_INSTANT,
    edited: edited.sort(oldestFirst).at(-1) ?? UNKNOWN_INSTANT,
  };
}

function readInstants(
  fields: readonly FrontMatterField[],
  names: readonly FieldName[],
  basis: "declared" | "edited",
): KnownInstant[] {
  const instants: KnownInstant[] = [];
  for (const { name, value } of fields) {
    const instant = names.includes(name) ? parseInstant(value, basis) : "unreadable";
    if (instant !== "unreadable") instants.push(instant);
  }
  return instants;
}

function oldestFirst(a: KnownInstant, b: KnownInstant): number {
  return toEpochMs(a) - toEpochMs(b);
}
