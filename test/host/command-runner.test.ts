import { describe, expect, it } from "vitest";
import { createCommandRunner } from "../../src/host/command-runner.ts";
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

  it("loses nothing of what it writes when it ends at once", async () => {
    const kept = await run(
      'for (let i = 0; i < 20000; i++) console.log("line", i); process.exit(3)',
    );
    expect(text(kept.stdout.head)).toMatch(/line 19999\n$/);
    expect(kept.stdout.cutBytes).toBe(0);
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

describe("a command that is interrupted from outside", () => {
  it("ends, and what it wrote so far is kept: lost output is a known failure", async () => {
    const running = run('process.stdout.write("begun"); setInterval(() => 0, 1e3)');
    // As a terminal does: the interrupt reaches this process, and the command has a group of its own.
    setTimeout(() => process.emit("SIGINT"), 500);
    const kept = await running;
    expect(kept.end.status).toBe("killed");
    expect(text(kept.stdout.head)).toBe("begun");
  });
});
