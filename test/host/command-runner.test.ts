import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCommandRunner } from "../../src/host/command-runner.ts";
import { createOutputKeeper } from "../../src/host/keep-output.ts";
import type { CommandRun } from "../../src/ports/command-runner.ts";
import { aTree } from "../builders/a-tree.ts";

function run(
  code: string,
  limits: { timeoutMs?: number; maxBytes?: number } = {},
): Promise<CommandRun> {
  let now = 1_000;
  const clock = { now: () => (now += 500) };
  const { timeoutMs = 60_000, maxBytes = 1_000_000 } = limits;
  const command = [process.execPath, "-e", code];
  return createCommandRunner(clock).run(command, { cwd: aTree(), timeoutMs, maxBytes });
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe("a command that is run", () => {
  it("is kept with both its streams, how it ended and when, by the engine's clock", async () => {
    const kept = await run('console.log("out"); console.error("err"); process.exitCode = 3');
    expect(kept.end).toEqual({ status: "exited", code: 3 });
    expect([text(kept.stdout.head), text(kept.stderr.head)]).toEqual(["out\n", "err\n"]);
    expect([kept.startedMs, kept.endedMs]).toEqual([1_500, 2_000]);
  });

  it("is ended with all it started when its time is over, and what it wrote so far is kept", async () => {
    const child =
      "require('child_process').spawn(process.execPath,['-e','setInterval(()=>0,1e3)'],{stdio:'inherit'})";
    const kept = await run(`${child}; process.stdout.write("begun"); setInterval(() => 0, 1e3)`, {
      timeoutMs: 1_000,
    });
    expect(kept.end).toEqual({ status: "timed_out" });
    expect(text(kept.stdout.head)).toBe("begun");
  });

  it("is told apart from one that cannot be started", async () => {
    const runner = createCommandRunner({ now: () => 0 });
    const options = { cwd: aTree(), timeoutMs: 1_000, maxBytes: 10 };
    const missing = await runner.run(["no-such-program-anywhere"], options);
    expect(missing.end).toEqual({ status: "not_started", problem: "ENOENT" });
  });

  it("loses its middle and says how much when it writes more than the bound", async () => {
    const kept = await run('process.stdout.write("a".repeat(5000) + "b".repeat(5000))', {
      maxBytes: 1_000,
    });
    expect(text(kept.stdout.head)).toBe("a".repeat(500));
    expect(text(kept.stdout.tail)).toBe("b".repeat(500));
    expect(kept.stdout.cutBytes).toBe(9_000);
  });
});

describe("output within a bound", () => {
  it("is its beginning and its end, however it comes in chunks", () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 });
    fc.assert(
      fc.property(chunks, fc.integer({ min: 2, max: 100 }), (parts, maxBytes) => {
        const keeper = createOutputKeeper(maxBytes);
        for (const part of parts) keeper.take(part);
        const { head, tail, cutBytes } = keeper.finish();
        const all = Buffer.concat(parts);
        expect(head.length + tail.length + cutBytes).toBe(all.length);
        expect(head.length + tail.length).toBe(Math.min(all.length, maxBytes));
        expect(Buffer.from(head)).toEqual(all.subarray(0, head.length));
        expect(Buffer.from(tail)).toEqual(all.subarray(all.length - tail.length));
      }),
    );
  });
});
