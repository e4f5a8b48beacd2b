import { describe, expect, it } from "vitest";
import { formatGap } from "../../../../src/interfaces/cli/format/format-gap.ts";
import type { GapCode } from "../../../../src/model/gap.ts";

describe("the sentence of a gap", () => {
  it("says what could not answer, why, and what to do where something can be done", () => {
    expect(formatGap({ code: "term_unmatched", subject: "authorize" })).toBe(
      'No passage holds "authorize".',
    );
    expect(
      formatGap({ code: "record_invalid", subject: "records/a.jsonl:3", detail: "no id" }),
    ).toBe("The record records/a.jsonl:3 cannot be read (no id).");
    expect(formatGap({ code: "index_empty" })).toMatch(/^Nothing is indexed/);
  });

  it("counts one and many in plain grammar", () => {
    expect(formatGap({ code: "date_unknown", count: 1 })).toBe(
      "1 text in this answer does not say when it was observed.",
    );
    expect(formatGap({ code: "date_unknown", count: 3 })).toBe(
      "3 texts in this answer do not say when they were observed.",
    );
    expect(formatGap({ code: "denied", count: 2, detail: ".env*" })).toBe(
      "2 files stay closed by the deny-list (.env*).",
    );
    expect(formatGap({ code: "file_binary", subject: "a.bin" })).toBe(
      "a.bin is binary and was skipped.",
    );
    expect(formatGap({ code: "file_binary", subject: "a.bin", count: 1_200 })).toBe(
      'a.bin is binary and was skipped. 1,199 more like it; "exhibit status" names them.',
    );
    expect(formatGap({ code: "record_invalid", subject: "records/a.jsonl:3", count: 2 })).toBe(
      'The record records/a.jsonl:3 cannot be read. 1 more like it; "exhibit status" names it.',
    );
  });

  it("counts what has no name of its own instead of calling it unnamed", () => {
    expect(formatGap({ code: "record_invalid", count: 3 })).toMatch(/^3 records cannot be read/);
    expect(formatGap({ code: "module_missing", count: 2 })).toMatch(/^2 texts .* are missing/);
    expect(formatGap({ code: "artifact_vanished", count: 2 })).toMatch(/^2 files were deleted/);
    expect(formatGap({ code: "path_not_utf8", count: 2 })).toMatch(/^The names of 2 files/);
  });

  it("tells a deletion as one, and a module of the configuration as that", () => {
    expect(
      formatGap({ code: "module_missing", subject: "a.md", detail: "was in generation 3" }),
    ).toBe("a.md was in generation 3 and is not any more.");
    expect(
      formatGap({ code: "module_missing", subject: "a.md", detail: "named by the configuration" }),
    ).toBe("The configuration names a.md, and it is not there.");
  });

  it("is a whole sentence for every code, with and without what it is about", () => {
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
      path_not_utf8: true,
      record_invalid: true,
      recovery_failed: true,
      refresh_failed: true,
      source_failed: true,
      output_cut: true,
      passages_left_out: true,
      term_unmatched: true,
    };
    for (const code of Object.keys(codes) as GapCode[]) {
      for (const gap of [{ code }, { code, subject: "x" }, { code, count: 2, detail: "because" }]) {
        expect(formatGap(gap)).toMatch(/^\S.*\.$/);
        expect(formatGap(gap)).not.toMatch(/undefined|NaN|\(\)|unnamed/);
      }
    }
  });
});
