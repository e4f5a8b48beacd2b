import { redactSecrets } from "../analysis/secrets/redact.ts";
import { noteInvalid } from "../errors-of-entries.ts";
import type { ArtifactRef } from "../model/artifact.ts";
import type { RememberOptions } from "../model/engine.ts";
import type { Entry, SessionIdentity } from "../model/entry.ts";
import { type KnownInstant, toEpochMs } from "../model/instant.ts";
import type { RememberResponse } from "../model/note-response.ts";
import { parseInstant } from "../model/parse-instant.ts";
import { createExcerpt } from "../pipeline/cite/excerpt.ts";
import { parseReference } from "../pipeline/cite/parse-reference.ts";
import { titleOfText, toNote } from "../pipeline/remember/to-note.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { CALL_OPTIONS, type OptionNames, settleCall } from "./call-settings.ts";
import { createCitationCheck } from "./check-citation.ts";
import { type CitedEntry, citeEntries } from "./cite-entry.ts";
import { composeSignals } from "./compose-signals.ts";
import { keepEntries } from "./keep-entries.ts";
import { narrowEntry, toNote as showNote } from "./note-view.ts";
import type { CallParts, Session } from "./session.ts";
import { sumRedactions } from "./sum-redactions.ts";

const OPTIONS: OptionNames<RememberOptions> = {
  ...CALL_OPTIONS,
  title: true,
  kind: true,
  observedAt: true,
  evidence: true,
  supersedes: true,
  byAgent: true,
  session: true,
};

const KIND = /^[a-z][a-z0-9-]{0,31}$/;
const MAX_EVIDENCE_CHARS = 400;
const MAX_TITLE_CHARS = 200;
/** A day or a time without an offset may be one of a place that is so far ahead of UTC. */
const EASTMOST_MS = 14 * 3_600_000;
/** A note is read by people; what is larger is material. */
const MAX_NOTE_CHARS = 1_000_000;

/**
 * Keeps a note on purpose: nothing in this program writes one by itself. Evidence that is a citation must hold now; what it
 * replaces must be a note of this project, and is kept, marked. Refuses with `note_invalid`.
 */
export async function remember(
  parts: CallParts,
  text: string,
  options: RememberOptions,
): Promise<RememberResponse> {
  const settings = settleCall(parts, options, OPTIONS);
  const session = await parts.openSession("off");
  await assertEvidence(parts, session, options.evidence);
  const replaced = await findReplaced(parts, options.supersedes);
  const supersedes = replaced === "none" ? "none" : replaced.ref;
  const draft = toNote(draftOf(text, options, { nowMs: settings.nowMs, supersedes }));
  assertNotReplacedBefore(replaced, draft.entry.ref);
  const report = await keepEntries(parts, "memory", [draft]);
  const store = await parts.entries.write("memory");
  // One that was forgotten is not brought back.
  if (report.forgotten > 0) throw noteInvalid("it was forgotten, and stays so");
  if (supersedes !== "none") await store.mark(supersedes, { supersededBy: draft.entry.ref });
  const kept = await store.entries([draft.entry.ref], { quarantined: "shown" });
  const { cited } = await citeEntries(parts, store, kept);
  const standing = await session.keeper.stand("off");
  const facts = { settings, standing, observations: [], asked: ["memory"] as const };
  const { redactions } = draft.entry;
  const [note] = cited;
  if (note === undefined) throw noteInvalid("it was lost as soon as it was kept");
  return fitResponse<RememberResponse, CitedEntry>({
    capBytes: settings.capBytes,
    items: [note],
    gaps: summarizeGaps(session.gaps),
    narrow: narrowEntry,
    build: ([shown = withoutText(note)], gaps, budget) => ({
      schema: "exhibit.remember/1",
      note: showNote(parts, shown),
      outcome: report.added > 0 ? "kept" : "seen",
      redactions,
      gaps,
      ...composeSignals(parts, facts, [shown.artifact]),
      budget,
    }),
  });
}

/** A note whose text does not fit is named without it. */
function withoutText(note: CitedEntry): CitedEntry {
  const excerpt = createExcerpt({ ...note.excerpt, bytes: new Uint8Array(0), wholeLines: false });
  return { ...note, excerpt };
}

function draftOf(
  text: string,
  options: RememberOptions,
  { nowMs, supersedes }: { readonly nowMs: number; readonly supersedes: ArtifactRef | "none" },
): Parameters<typeof toNote>[0] {
  if (typeof text !== "string" || text.trim() === "") throw noteInvalid("it has no text");
  if (text.length > MAX_NOTE_CHARS) {
    throw noteInvalid(`it is longer than ${MAX_NOTE_CHARS} characters; keep it with "exhibit put"`);
  }
  const { kind = "note", title = "", byAgent = false, session, evidence } = options;
  if (!KIND.test(kind)) throw noteInvalid(`its kind ${JSON.stringify(kind)} is no short word`);
  if (title.length > MAX_TITLE_CHARS) {
    throw noteInvalid(`its title is longer than ${MAX_TITLE_CHARS} characters`);
  }
  const clean = redactSecrets(wholeCharacters(text));
  const given = redactSecrets(lineOf(title));
  const cited = redactSecrets(lineOf(evidence ?? ""));
  const now = new Date(nowMs).toISOString();
  return {
    text: clean.text,
    title: given.text === "" ? titleOfText(clean.text) : given.text,
    noteKind: kind,
    observed: readObserved(options.observedAt, nowMs),
    written: { at: now, basis: "edited", precision: "millisecond", offset: "Z" },
    evidence: cited.text === "" ? "none" : cited.text,
    supersedes,
    byAgent,
    session: session === undefined ? "none" : identityOf(redactSecrets(lineOf(session)).text),
    redactions: sumRedactions([clean, given, cited]),
    indexedAt: now,
  };
}

/** Half a surrogate pair is no character, and no database would give it back as it was. */
function wholeCharacters(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

/** A text of one line, whatever was given. */
function lineOf(text: string): string {
  return wholeCharacters(text).replace(/\s+/g, " ").trim();
}

function identityOf(id: string): SessionIdentity {
  return { agent: "unknown", id, parentId: "none", agentId: "none" };
}

function readObserved(text: string | undefined, nowMs: number): KnownInstant | "none" {
  if (text === undefined) return "none";
  const instant = parseInstant(text, "declared");
  if (instant === "unreadable") {
    throw noteInvalid(`observedAt ${JSON.stringify(text)} is no date or time`);
  }
  const latestMs = instant.offset === "unknown" ? nowMs + EASTMOST_MS : nowMs;
  if (toEpochMs(instant) > latestMs) throw noteInvalid(`observedAt ${text} lies in the future`);
  return instant;
}

/** Evidence that names a version is a citation, and one that does not hold proves nothing; a URL or a ticket is taken as it is. */
async function assertEvidence(
  parts: CallParts,
  session: Session,
  evidence: string | undefined,
): Promise<void> {
  if (evidence === undefined) return;
  if (evidence.trim() === "") throw noteInvalid("its evidence is empty");
  if (evidence.length > MAX_EVIDENCE_CHARS) {
    throw noteInvalid(`its evidence is longer than ${MAX_EVIDENCE_CHARS} characters`);
  }
  const reference = parseReference(evidence.trim(), parts.toArtifact);
  if (reference === "malformed" || reference.version === "current") return;
  const { check } = await createCitationCheck(parts, session, [])(evidence.trim());
  if (check.resolved !== "exact") throw noteInvalid(`its evidence does not hold: ${check.reason}`);
}

async function findReplaced(
  parts: CallParts,
  supersedes: string | undefined,
): Promise<Entry | "none"> {
  if (supersedes === undefined) return "none";
  const reference = parseReference(supersedes, parts.toArtifact);
  const found = reference === "malformed" ? [] : await findNotes(parts, reference.artifact);
  const [note] = found;
  if (note === undefined) throw noteInvalid(`${supersedes} is no note of this project`);
  return note;
}

/** One note has one successor; giving that one again is no second. */
function assertNotReplacedBefore(replaced: Entry | "none", by: ArtifactRef): void {
  if (replaced === "none" || replaced.supersededBy === "none") return;
  if (replaced.supersededBy === by) return;
  throw noteInvalid(`${replaced.ref} was replaced before, by ${replaced.supersededBy}`);
}

async function findNotes(parts: CallParts, ref: ArtifactRef): Promise<readonly Entry[]> {
  const opened = await parts.entries.read("memory");
  if (opened.status !== "ok") return [];
  return opened.store.entries([ref], { quarantined: "hidden" });
}
