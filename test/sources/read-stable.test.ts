import { statSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished } from "vitest";
import { heldStill, readStable } from "../../src/sources/read-stable.ts";
import { aTree, writeTree } from "../builders/a-tree.ts";

const LIMIT = 64 * 1024 * 1024;

describe("readStable", () => {
  it("reads every byte of a file, an empty one too", () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256));
    const root = aTree({ full: bytes, empty: "" });
    expect(readStable(join(root, "full"), LIMIT)).toMatchObject({ status: "ok", bytes });
    expect(readStable(join(root, "empty"), LIMIT)).toMatchObject({ bytes: Buffer.alloc(0) });
  });

  // A real file whose size never says how many bytes it holds: always 0, yet never empty.
  it.skipIf(process.platform !== "linux")(
    "gives up on a file that never agrees with its size",
    () => {
      expect(statSync("/proc/uptime").size).toBe(0);
      expect(readStable("/proc/uptime", LIMIT)).toEqual({ status: "changing" });
    },
  );

  it("never stalls on a file that grows without pause, and never returns half of it", async () => {
    const root = aTree({ log: "start\n".repeat(200_000) });
    const grow = `
      const { appendFileSync } = require("node:fs");
      const { parentPort, workerData } = require("node:worker_threads");
      const stop = new Int32Array(workerData.stop);
      appendFileSync(workerData.path, "line\\n");
      parentPort.postMessage("growing");
      while (Atomics.load(stop, 0) === 0) appendFileSync(workerData.path, "line\\n");`;
    const stop = new SharedArrayBuffer(4);
    const worker = new Worker(grow, { eval: true, workerData: { path: join(root, "log"), stop } });
    onTestFinished(() => worker.terminate().then(() => undefined));
    await new Promise((resolve) => worker.once("message", resolve));
    const read = readStable(join(root, "log"), LIMIT);
    Atomics.store(new Int32Array(stop), 0, 1);
    if (read.status === "ok") expect(read.bytes.length).toBe(read.fingerprint.size);
    else expect(read.status).toBe("changing");
  });
});

describe("heldStill", () => {
  it("is false after any change that a write leaves behind", () => {
    const root = aTree({ a: "12345" });
    const before = statSync(join(root, "a"), { bigint: true });
    expect(heldStill(before, before, 5)).toBe(true);
    expect(heldStill(before, before, 4)).toBe(false);
    expect(heldStill(before, before, 6)).toBe(false);
    writeTree(root, { a: "54321" });
    const after = statSync(join(root, "a"), { bigint: true });
    expect(heldStill(before, { ...before, mtimeNs: after.mtimeNs } as typeof before, 5)).toBe(
      false,
    );
    expect(heldStill(before, { ...before, ctimeNs: after.ctimeNs } as typeof before, 5)).toBe(
      false,
    );
  });
});
