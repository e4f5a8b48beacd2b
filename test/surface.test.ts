import { describe, expect, it } from "vitest";
import { COMMAND_NAMES, COMMANDS } from "../src/interfaces/cli/command-names.ts";
import { EXIT, REFUSAL_EXITS } from "../src/interfaces/cli/exit-codes.ts";
import { formatGap } from "../src/interfaces/cli/format/format-gap.ts";
import { OPTIONS } from "../src/interfaces/cli/options.ts";
import type { GapCode } from "../src/model/gap.ts";

// What others build on, written out by hand. A change here is a change of the program's contract.

describe("the surface of the command", () => {
  it("has these commands with these options", () => {
    const surface = COMMAND_NAMES.map(
      (name) => `${name}: ${[...COMMANDS[name].options].sort().join(" ")}`,
    );
    expect(surface).toEqual([
      "search: cap color detail exclude exclude-session explain heading help json kind language limit max-age-days path project quarantined quiet ranker refresh require-complete source trace version workspace",
      "timeline: audit cap color cursor exclude-session help json kind limit max-age-days newest oldest project quarantined quiet refresh require-complete session since source trace until version workspace zone",
      "bundle: add cap color exclude-session help json markdown max-age-days no-ledger pin policy pool project quarantined quiet recent refresh require-complete resident source tokens version workspace xml",
      "expand: because bundle cap color help json markdown max-age-days no-ledger project quiet refresh require-complete resident to tokens version workspace xml",
      "ledger: after cap color csv help json jsonl limit project quiet require-complete version workspace",
      "outcome: cap color failure help json note project quiet require-complete success version workspace",
      "used: cap color from help json project quiet require-complete version workspace",
      "why: cap color help json max-age-days needed project quiet refresh require-complete version workspace",
      "open: cap color help json lines max-age-days project quiet refresh require-complete version workspace",
      "verify: cap color from help json max-age-days project quiet refresh require-complete version workspace",
      "map: after cap color detail help json limit max-age-days path project quiet refresh require-complete version workspace",
      "explain: cap color help json max-age-days project quiet ranker refresh require-complete version workspace",
      "refresh: cap color help json project quiet rebuild require-complete version workspace",
      "import: cap color dry-run from help json map project quiet require-complete root since version workspace",
      "observe: at color evidence expires help json project quiet require-complete version workspace",
      "remember: by-agent cap color evidence file help json note-kind observed-at project quiet require-complete session supersedes title version workspace",
      "notes: cap color help json limit note-kind project quarantined quiet require-complete superseded version workspace",
      "capture: cap color help json label limit max-bytes project query quiet require-complete timeout version workspace",
      "put: cap color help json label limit project query quiet require-complete version workspace",
      "secrets: cap color help json max-age-days project quiet refresh require-complete version workspace",
      "forget: agent before cap color dry-run help json project query quiet require-complete retention session source version workspace yes",
      "status: cap color help json max-age-days project quiet refresh require-complete version workspace",
      "doctor: cap color help json max-age-days project quiet refresh require-complete version workspace",
      "inspect: color help json version",
      "help: help version",
      "version: help json version",
    ]);
  });

  it("has these options with these values", () => {
    const values = Object.entries(OPTIONS).map(([name, { placeholder, repeatable }]) =>
      `--${name} ${placeholder}${repeatable ? "..." : ""}`.trim(),
    );
    expect(values).toEqual([
      "--add REF...",
      "--after REF",
      "--agent NAME...",
      "--at TIME",
      "--audit",
      "--because TEXT",
      "--before TIME",
      "--bundle ID",
      "--by-agent",
      "--cap BYTES",
      "--color auto|always|never",
      "--csv",
      "--cursor TEXT",
      "--detail identity|anchor|section|full",
      "--dry-run",
      "--evidence TEXT",
      "--exclude WORD...",
      "--exclude-session ID...",
      "--expires TIME",
      "--explain",
      "--failure",
      "--file FILE",
      "--from FILE|AGENT",
      "--heading WORDS",
      "--help",
      "--json",
      "--jsonl",
      "--kind KIND...",
      "--label NAME",
      "--language NAME...",
      "--limit N",
      "--lines A-B",
      "--map FROM=TO...",
      "--markdown",
      "--max-age-days N",
      "--max-bytes BYTES",
      "--needed REF",
      "--newest N",
      "--no-ledger",
      "--note TEXT",
      "--note-kind WORD",
      "--observed-at TIME",
      "--oldest N",
      "--path GLOB...",
      "--pin REF...",
      "--policy NAME",
      "--pool FILE",
      "--project NAME",
      "--quarantined",
      "--query WORDS",
      "--quiet",
      "--ranker lexical|exact|reference",
      "--rebuild",
      "--recent N",
      "--refresh auto|off|strict",
      "--require-complete",
      "--resident FILE",
      "--retention",
      "--root DIR",
      "--session ID...",
      "--since TIME",
      "--source files|records|sessions|memory|captures...",
      "--success",
      "--superseded",
      "--supersedes REF",
      "--timeout SECONDS",
      "--title TEXT",
      "--to anchor|span|section|full",
      "--tokens N",
      "--trace",
      "--until TIME",
      "--version",
      "--workspace DIR",
      "--xml",
      "--yes",
      "--zone ZONE",
    ]);
  });

  it("exits with these codes", () => {
    expect(EXIT).toEqual({ found: 0, nothingFound: 1, refused: 2, incomplete: 3, bug: 70 });
  });

  it("refuses with these codes, each with exit status 2", () => {
    expect(Object.keys(REFUSAL_EXITS)).toEqual([
      "artifact_unknown",
      "bundle_unknown",
      "cap_too_small",
      "capture_failed",
      "citation_malformed",
      "command_unknown",
      "config_invalid",
      "cursor_invalid",
      "cursor_mismatch",
      "cursor_stale",
      "data_folder_unusable",
      "engine_closed",
      "entry_unknown",
      "expansion_refused",
      "label_unknown",
      "line_out_of_range",
      "note_invalid",
      "observation_invalid",
      "option_invalid",
      "option_unknown",
      "path_refused",
      "policy_invalid",
      "policy_unknown",
      "pool_invalid",
      "project_unknown",
      "query_empty",
      "refresh_failed",
      "scope_unresolved",
      "source_unavailable",
      "store_busy",
      "store_conflict",
      "store_corrupt",
      "store_full",
      "store_newer",
      "store_readonly",
      "token_cap_too_small",
      "version_unknown",
      "workspace_missing",
    ]);
    expect(new Set(Object.values(REFUSAL_EXITS))).toEqual(new Set([2]));
  });

  it("reports these gaps", () => {
    // A record of the closed union: a code added or removed does not compile here before the pin is changed.
    const codes: Record<GapCode, true> = {
      artifact_vanished: true,
      data_folder_unusable: true,
      date_unknown: true,
      denied: true,
      file_binary: true,
      file_changing: true,
      file_special: true,
      file_too_large: true,
      file_undecodable: true,
      file_unreadable: true,
      index_behind: true,
      index_damaged: true,
      index_empty: true,
      link_not_followed: true,
      module_missing: true,
      output_cut: true,
      passages_left_out: true,
      path_not_utf8: true,
      record_invalid: true,
      recovery_failed: true,
      refresh_failed: true,
      source_failed: true,
      term_unmatched: true,
    };
    const sentences = Object.keys(codes).map((code) => formatGap({ code: code as GapCode }));
    expect(new Set(sentences).size).toBe(23);
  });
});
