import { describe, expect, it } from "vitest";
import { createProgressBar, formatProgress } from "../../../src/interfaces/cli/progress-bar.ts";
import type { RefreshProgress } from "../../../src/model/refresh-response.ts";

const READING: RefreshProgress = {
  phase: "reading",
  filesDone: 1204,
  filesTotal: 5000,
  passages: 12_345,
  bytes: 14_200_000,
  elapsedMs: 1000,
};

function record(isTerminal: boolean): {
  written: string[];
  show: (p: RefreshProgress) => void;
  clear: () => void;
} {
  const written: string[] = [];
  const bar = createProgressBar({
    isTerminal,
    columns: 80,
    write: (text) => {
      written.push(text);
    },
  });
  return { written, ...bar };
}

describe("progress", () => {
  it("shows files, passages and speed on one line", () => {
    expect(formatProgress(READING, 120)).toBe(
      "Indexing ██████░░░░░░░░░░░░░░░░░░ 1,204 of 5,000 files · 12,345 passages · 14 MB/s",
    );
    expect(formatProgress(READING, 40)).toHaveLength(39);
  });

  it("writes nothing on a pipe", () => {
    const bar = record(false);
    bar.show(READING);
    bar.clear();
    expect(bar.written).toEqual([]);
  });

  it("does not flash for a short refresh, nor redraw at every file", () => {
    const bar = record(true);
    bar.show({ ...READING, elapsedMs: 100 });
    expect(bar.written).toEqual([]);
    bar.show(READING);
    bar.show({ ...READING, elapsedMs: 1010 });
    bar.show({ ...READING, elapsedMs: 1200 });
    expect(bar.written).toHaveLength(2);
    bar.show({ ...READING, phase: "publishing", elapsedMs: 1201 });
    expect(bar.written).toHaveLength(3);
  });

  it("leaves nothing behind", () => {
    const bar = record(true);
    bar.show(READING);
    bar.clear();
    bar.clear();
    expect(bar.written.at(-1)).toBe("\r\u001b[2K");
    expect(bar.written).toHaveLength(2);
  });
});
