import { type Instant, isKnown } from "../model/instant.ts";
import type { EventTime, TimelineEvent } from "../model/timeline-response.ts";
import { isAuditGrade } from "../pipeline/timeline/order-events.ts";
import { toCitation } from "./cite-candidate.ts";
import type { CitedEvent } from "./cite-event.ts";
import type { CallParts } from "./session.ts";

/** The public form of an event. */
export function toEvent(parts: CallParts, { cited, isPart, item }: CitedEvent): TimelineEvent {
  const { artifact, entry, kind, time } = item;
  const own =
    entry === "none"
      ? ({ session: "none", role: "unknown", indexedAt: "unknown", marks: [] } as const)
      : { ...entry, session: entry.session === "none" ? "none" : entry.session.id };
  const isQuarantined = entry !== "none" && entry.attribution === "unknown";
  const title = titleOf(item);
  return {
    artifact: artifact.ref,
    store: artifact.source,
    project: isQuarantined ? "unknown" : parts.project.name,
    session: own.session,
    kind,
    role: own.role,
    ...(title === "" ? {} : { title }),
    text: cited.excerpt.text,
    ...(isPart ? { truncated: true } : {}),
    time: toEventTime(time),
    auditGrade: isAuditGrade(time),
    indexedAt: own.indexedAt,
    citation: toCitation(parts, cited),
    ...(own.marks.length === 0 ? {} : { marks: own.marks }),
    origin: artifact.origin,
    ...(entry === "none" || entry.supersededBy === "none"
      ? {}
      : { supersededBy: entry.supersededBy }),
  };
}

/** A title where the text does not say as much: what a message is called are its own first words. */
function titleOf({ artifact, entry, kind }: CitedEvent["item"]): string {
  switch (kind) {
    case "message":
    case "summary":
    case "system":
      return "";
    case "tool_call":
    case "tool_result":
      return entry === "none" || entry.toolName === "none" ? "" : entry.toolName;
    case "note":
    case "capture":
    case "file":
    case "record":
      return artifact.title;
  }
}

function toEventTime(time: Instant): EventTime {
  return isKnown(time)
    ? { value: time.at, offset: time.offset, precision: time.precision, basis: time.basis }
    : { value: "unknown", offset: "unknown", precision: "unknown", basis: "unknown" };
}
