import { describe, expect, it } from "vitest";
import { parseObservedAt } from "../../../src/sources/records/observed-at.ts";

describe("parseObservedAt", () => {
  it.each([
    ["2026", "2026"],
    ["2026-10", "2026-10"],
    [" 2026-10-01 ", "2026-10-01"],
    ["2026-10-01T08:30:15Z", "2026-10-01T08:30:15Z"],
    ["2026-10-01T08:30:15.250+02:00", "2026-10-01T06:30:15.250Z"],
    ["2026-10-01 08:30-0130", "2026-10-01T10:00:00Z"],
    ["2026-10-01T08:30", "2026-10-01T08:30:00Z"],
    ["2024-02-29", "2024-02-29"],
  ])("reads %j as %s, no more precise than stated by its date", (text, written) => {
    expect(parseObservedAt(text)).toMatchObject({ text: written });
  });

  it.each([
    "",
    "yesterday",
    "2026-02-30",
    "2026-13",
    "2026-10-01T25:00Z",
    "2026-10T08:30",
    "1.10.2026",
    "20261001",
    "2026-10-01T08:30 o'clock",
  ])("does not guess at %j", (text) => {
    expect(parseObservedAt(text)).toBe("malformed");
  });

  it("orders dates by the start of what they name", () => {
    const starts = ["2026", "2026-01-02", "2026-02", "2026-02-01T00:00:01Z"].map(parseObservedAt);
    const ms = starts.map((at) => (at === "malformed" ? Number.NaN : at.startMs));
    expect(ms).toEqual([...ms].sort((a, b) => a - b));
  });
});
