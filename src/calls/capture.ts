import { captureFailed } from "../errors-of-entries.ts";
import type { CaptureResponse } from "../model/capture-response.ts";
import type { CaptureOptions, PutOptions } from "../model/engine.ts";
import { labelOf } from "../pipeline/capture/to-capture.ts";
import type { CommandRun } from "../ports/command-runner.ts";
import { answerCapture, settleCapture, type Taken } from "./answer-capture.ts";
import { CALL_OPTIONS, type OptionNames, settleCall } from "./call-settings.ts";
import type { CallParts } from "./session.ts";

const PUT_OPTIONS: OptionNames<PutOptions> = {
  ...CALL_OPTIONS,
  label: true,
  query: true,
  limit: true,
};

const CAPTURE_OPTIONS: OptionNames<CaptureOptions> = {
  ...PUT_OPTIONS,
  timeoutMs: true,
  maxBytes: true,
  cwd: true,
};

/** A command that takes longer is ended; what it wrote until then is kept. */
const DEFAULT_TIMEOUT_MS = 600_000;
const MAX_TIMEOUT_MS = 24 * 3_600_000;
/** Of each stream. */
const DEFAULT_MAX_CAPTURE_BYTES: number = 64 * 1024 * 1024;

/**
 * Runs a command without a shell, keeps what it writes outside the context, and returns how that begins and the passages that
 * answer the question. A command that fails is captured like any other; one that cannot be started is refused
 * (`capture_failed`).
 */
export async function capture(
  parts: CallParts,
  command: readonly string[],
  options: CaptureOptions,
): Promise<CaptureResponse> {
  const settings = settleCall(parts, options, CAPTURE_OPTIONS);
  const asked = settleCapture(options);
  const timeoutMs = wholeNumber(
    "timeoutMs",
    options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    MAX_TIMEOUT_MS,
  );
  const maxBytes = wholeNumber("maxBytes", options.maxBytes ?? DEFAULT_MAX_CAPTURE_BYTES, 2 ** 30);
  const [program = ""] = command;
  if (program === "" || command.some((word) => word.includes("\0"))) {
    throw captureFailed(JSON.stringify(command), "it names no program.");
  }
  const label = asked.label === "" ? labelOf(command) : asked.label;
  const cwd = options.cwd ?? parts.workspace;
  const run = await parts.runCommand(command, { cwd, timeoutMs, maxBytes });
  return answerCapture(parts, { settings, asked, taken: takenOf(run, { command, label }) });
}

/** Keeps bytes that somebody else produced, as `capture` keeps a command's output. */
export async function put(
  parts: CallParts,
  bytes: Uint8Array,
  options: PutOptions,
): Promise<CaptureResponse> {
  const settings = settleCall(parts, options, PUT_OPTIONS);
  const asked = settleCapture(options);
  if (bytes.length === 0) throw captureFailed("standard input", "it is empty.");
  const taken: Taken = {
    label: asked.label === "" ? "input" : asked.label,
    command: [],
    end: { status: "none" },
    startedMs: settings.nowMs,
    endedMs: settings.nowMs,
    outputs: [["stdin", { head: bytes, tail: new Uint8Array(), cutBytes: 0 }]],
  };
  return answerCapture(parts, { settings, asked, taken });
}

function takenOf(
  run: CommandRun,
  { command, label }: { readonly command: readonly string[]; readonly label: string },
): Taken {
  const { end, stdout, stderr, startedMs, endedMs } = run;
  if (end.status === "not_started") {
    throw captureFailed(command.join(" "), `it could not be started (${end.problem}).`);
  }
  const outputs: Taken["outputs"] = [
    ["stdout", stdout],
    ["stderr", stderr],
  ];
  return { label, command, end, startedMs, endedMs, outputs };
}

function wholeNumber(name: string, value: number, max: number): number {
  if (Number.isSafeInteger(value) && value >= 1 && value <= max) return value;
  throw captureFailed("the command", `${name} must be a whole number from 1 to ${max}.`);
}
