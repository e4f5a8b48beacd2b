import type { Gap, GapCode } from "../../../model/gap.ts";
import { formatCount, formatNumber } from "./quantity.ts";

/**
 * Returns the sentence for a gap: what could not answer, and what to do where something can be done. Exhaustive: a
 * new code does not compile before it has its sentence. The text is raw; show it through `visibleText`.
 */
export function formatGap(gap: Gap): string {
  // A saved response may come from a newer version with codes of its own.
  if (!Object.hasOwn(SENTENCES, gap.code)) {
    return `${gap.code}${gap.subject === undefined ? "" : ` ${gap.subject}`}${because(gap)}.`;
  }
  const others = gap.subject === undefined ? 0 : (gap.count ?? 1) - 1;
  const more =
    others < 1
      ? ""
      : // What a transcript holds is no state of the workspace.
        gap.source === "sessions"
        ? ` ${formatNumber(others)} more like it.`
        : ` ${formatNumber(others)} more like it; "exhibit status" names ${others === 1 ? "it" : "them"}.`;
  return `${SENTENCES[gap.code](gap)}${more}`;
}

const SENTENCES: Readonly<Record<GapCode, (gap: Gap) => string>> = {
  artifact_vanished: (gap) =>
    `${gap.subject ?? countOf(gap, "file")} ${isMany(gap) ? "were" : "was"} deleted before ${isMany(gap) ? "they" : "it"} could be read.`,
  data_folder_unusable: (gap) =>
    `The data folder cannot be used${because(gap)}. Nothing of this answer is kept.`,
  date_unknown: (gap) =>
    gap.subject === undefined
      ? `${countOf(gap, "text")} in this answer ${gap.count === 1 ? "does" : "do"} not say when ${gap.count === 1 ? "it was" : "they were"} observed.`
      : `${gap.subject} does not say when it was observed.`,
  denied: (gap) =>
    `${gap.subject ?? countOf(gap, "file")} ${isMany(gap) ? "stay" : "stays"} closed by the deny-list${because(gap)}.`,
  file_binary: (gap) => skipped(gap, "is binary", "are binary"),
  file_changing: (gap) =>
    skipped(gap, "kept changing while it was read", "kept changing while they were read"),
  file_special: (gap) => skipped(gap, "is no regular file", "are no regular files"),
  file_too_large: (gap) => skipped(gap, "is too large", "are too large"),
  file_undecodable: (gap) =>
    skipped(gap, "is no valid text in a known encoding", "are no valid text in a known encoding"),
  file_unreadable: (gap) => skipped(gap, "cannot be read", "cannot be read"),
  index_behind: (gap) =>
    `The index of ${gap.subject ?? "a store"} is behind${because(gap)}; "exhibit refresh" brings it up to date.`,
  index_damaged: (gap) =>
    `The index was found damaged${because(gap)}. If this stays, "exhibit refresh --rebuild" makes a new one.`,
  index_empty: (gap) =>
    `Nothing is indexed${because(gap)}. This says nothing about what the files hold.`,
  link_not_followed: (gap) =>
    gap.subject === undefined
      ? `${countOf(gap, "symbolic link")} ${isMany(gap) ? "were" : "was"} not followed.`
      : `${gap.subject} is a symbolic link and was not followed${because(gap)}.`,
  module_missing: missing,
  output_cut: (gap) => `${gap.subject ?? "A captured stream"} lost its middle${because(gap)}.`,
  passages_left_out: (gap) =>
    gap.count === 0
      ? `No passage is left to search${because(gap)}.`
      : `${countOf(gap, "matching passage")} ${isMany(gap) ? "were" : "was"} left out${because(gap)}.`,
  path_not_utf8: (gap) =>
    gap.subject === undefined
      ? `The ${nounOf(gap, "name")} of ${countOf(gap, "file")} ${isMany(gap) ? "are" : "is"} not UTF-8, so ${isMany(gap) ? "they were" : "it was"} skipped.`
      : `The name ${gap.subject} is not UTF-8, so the file was skipped.`,
  record_invalid: (gap) =>
    gap.subject === undefined
      ? `${countOf(gap, "record")} cannot be read${because(gap)}; ${NAMES_THEM}.`
      : `The record ${gap.subject} cannot be read${because(gap)}.`,
  recovery_failed: (gap) =>
    `${gap.subject ?? countOf(gap, "candidate")} no longer matched its citation and was dropped${because(gap)}.`,
  refresh_failed: (gap) => `The refresh failed${because(gap)}. The last good generation answered.`,
  source_failed: (gap) =>
    gap.subject === undefined
      ? `${countOf(gap, "source")} did not answer${because(gap)}.`
      : `${gap.subject} did not answer${because(gap)}.`,
  term_unmatched: (gap) =>
    gap.subject === undefined
      ? `No passage holds ${countOf(gap, "word").toLowerCase()} of the question.`
      : `No passage holds ${quoted(gap.subject)}.`,
};

/** A phrase brings its own quotes. */
function quoted(subject: string): string {
  return subject.startsWith('"') ? subject : `"${subject}"`;
}

const NAMES_THEM = '"exhibit status" names them';

/** A deletion is told as one: nothing is wrong with the index, a text that was there is not any more. */
function missing(gap: Gap): string {
  const { subject, detail = "" } = gap;
  if (subject === undefined) {
    return `${countOf(gap, "text")} that ${isMany(gap) ? "were there or are" : "was there or is"} expected ${isMany(gap) ? "are" : "is"} missing${because(gap)}; ${NAMES_THEM}.`;
  }
  if (detail.startsWith("was in generation")) return `${subject} ${detail} and is not any more.`;
  if (detail === "named by the configuration") {
    return `The configuration names ${subject}, and it is not there.`;
  }
  return `The module ${subject} is missing${because(gap)}.`;
}

function skipped(gap: Gap, one: string, many: string): string {
  const what = gap.subject ?? countOf(gap, "file");
  return isMany(gap)
    ? `${what} ${many} and were skipped${because(gap)}.`
    : `${what} ${one} and was skipped${because(gap)}.`;
}

function isMany(gap: Gap): boolean {
  return gap.subject === undefined && gap.count !== 1;
}

function nounOf(gap: Gap, noun: string): string {
  return gap.count === 1 ? noun : `${noun}s`;
}

function countOf(gap: Gap, noun: string): string {
  return gap.count === undefined ? `Some ${noun}s` : formatCount(gap.count, noun);
}

/** The detail in brackets, so that whatever an adapter wrote there cannot break the sentence. */
function because(gap: Gap): string {
  return gap.detail === undefined || gap.detail === "" ? "" : ` (${gap.detail})`;
}
