import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toEpochMs } from "../../src/model/instant.ts";
import { parseInstant } from "../../src/model/parse-instant.ts";

describe("a time as milliseconds", () => {
  const { TZ } = process.env;
  // A machine far from UTC: there the platform reads a time without an offset ten hours off.
  beforeEach(() => {
    process.env["TZ"] = "Pacific/Honolulu";
  });
  afterEach(() => {
    if (TZ === undefined) delete process.env["TZ"];
    else process.env["TZ"] = TZ;
  });

  it.each([
    ["2026", "2026-01-01T00:00:00Z"],
    ["2026-10", "2026-10-01T00:00:00Z"],
    ["2026-10-01", "2026-10-01T00:00:00Z"],
    ["2026-10-01T10:05", "2026-10-01T10:05:00Z"],
    ["2026-10-01T10:05:06", "2026-10-01T10:05:06Z"],
    ["2026-10-01T10:05:06.789", "2026-10-01T10:05:06.789Z"],
    ["2026-10-01T10:05:06+02:00", "2026-10-01T08:05:06Z"],
  ])("takes %s in UTC, whatever the zone of the machine", (text, utc) => {
    const instant = parseInstant(text, "declared");
    expect(instant).not.toBe("unreadable");
    if (instant !== "unreadable") expect(toEpochMs(instant)).toBe(Date.parse(utc));
  });
});
