import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCold } from "../../../bench/speed/cold-process.ts";
import { folderBytes } from "../../../bench/speed/folder-size.ts";

describe("runCold", () => {
  it("reports what the process used and printed, with extra certificates unset", () => {
    process.env["NODE_EXTRA_CA_CERTS"] ??= "";
    const run = runCold(["-e", "console.log(process.env.NODE_EXTRA_CA_CERTS ?? 'unset')"]);
    expect(run.output).toBe("unset\n");
    expect(run.cost.cpuMs).toBeGreaterThan(0);
    expect(run.cost.maxRssBytes).toBeGreaterThan(10_000_000);
  });

  it("counts memory that the process touched", () => {
    const bare = runCold(["-e", "0"]).cost.maxRssBytes;
    const filled = runCold(["-e", "Buffer.alloc(200_000_000, 1)"]).cost.maxRssBytes;
    expect(filled - bare).toBeGreaterThan(150_000_000);
  });

  it("is an error when the process fails, unless its code was expected", () => {
    expect(() => runCold(["-e", "process.exit(3)"])).toThrow(/ended with 3/);
    expect(
      runCold(["-e", "process.exit(1)"], { acceptedCodes: [0, 1] }).cost.cpuMs,
    ).toBeGreaterThan(0);
  });
});

describe("folderBytes", () => {
  it("adds up files at every depth and finds nothing where nothing is", () => {
    const root = mkdtempSync(join(tmpdir(), "exhibit-size-"));
    mkdirSync(join(root, "deep"));
    writeFileSync(join(root, "a.db"), "12345");
    writeFileSync(join(root, "deep", "a.db-wal"), "123");
    expect(folderBytes(root)).toBe(8);
    expect(folderBytes(join(root, "missing"))).toBe(0);
    rmSync(root, { recursive: true });
  });
});
