import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/host/system-clock.ts";

describe("the system clock", () => {
  it("tells the machine's time in milliseconds", () => {
    const before = Date.now();
    const told = systemClock.now();
    expect(told).toBeGreaterThanOrEqual(before);
    expect(told).toBeLessThanOrEqual(Date.now());
  });
});
