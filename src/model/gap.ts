import type { SourceName } from "./artifact.ts";

/**
 * What could not answer. Closed: adding a code means writing its sentence in `formatGap`.
 *
 * - `artifact_vanished` listed, then deleted before it was read
 * - `data_folder_unusable` the data folder cannot be opened or written; the answer came from memory
 * - `date_unknown` artifacts in the answer that declare no observation (`count`)
 * - `denied` matched by the deny-list (`count`); never read
 * - `file_binary`, `file_changing`, `file_too_large`, `file_undecodable`, `file_unreadable`, `file_special`
 * - `index_damaged` stored index rows failed their checksum; the answer came from the stored text
 * - `index_behind` the index of a store (`subject`) does not hold all of its entries; `detail` says how many are left
 * - `index_empty` nothing is indexed
 * - `link_not_followed` symbolic links are not followed; `detail` says where it leads
 * - `module_missing` a module that the last projection had, or the configuration names, has no page
 * - `path_not_utf8` the name cannot be written as text; `subject` shows it escaped
 * - `record_invalid` a record that could not be read (`subject` file:line)
 * - `recovery_failed` a candidate whose stored bytes no longer hash to its citation; dropped
 * - `refresh_failed` last-good was served; `detail` says why
 * - `source_failed` a store (`subject`) that was asked and could not answer; or the ledger of live checks could not be read, and
 *   nothing counts as verified live
 * - `output_cut` a captured stream (`subject`) was larger than the bound and lost its middle
 * - `passages_left_out` passages that match and were asked to be left out (`count`); `detail` says by what
 * - `term_unmatched` a word of the question that no passage holds, or a quoted phrase, quotes included
 */
export type GapCode =
  | "artifact_vanished"
  | "data_folder_unusable"
  | "date_unknown"
  | "denied"
  | "file_binary"
  | "file_changing"
  | "file_special"
  | "file_too_large"
  | "file_undecodable"
  | "file_unreadable"
  | "index_behind"
  | "index_damaged"
  | "index_empty"
  | "link_not_followed"
  | "module_missing"
  | "output_cut"
  | "passages_left_out"
  | "path_not_utf8"
  | "record_invalid"
  | "recovery_failed"
  | "refresh_failed"
  | "source_failed"
  | "term_unmatched";

/** Something that could not answer, as data; `formatGap` makes the sentence. */
export interface Gap {
  readonly code: GapCode;
  /** What it is about: a path, a word, a module. */
  readonly subject?: string;
  /** Why, in words. */
  readonly detail?: string;
  /** How many there are; with a subject that is the first of them. */
  readonly count?: number;
  /** The source it belongs to; absent when it is no source's, or every one's. */
  readonly source?: SourceName;
}
