import { optionInvalid } from "../errors.ts";
import { captureFailed } from "../errors-of-entries.ts";
import type { CaptureResponse } from "../model/capture-response.ts";
import type { CaptureOptions, PutOptions } from "../model/engine.ts";
import { redactCommand } from "../pipeline/capture/redact-command.ts";
import { labelOf } from "../pipeline/capture/to-capture.ts";
import type { CommandRun, KeptOutput } from "../ports/command-runner.ts";
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
  const asked = settleCapture(options, settings);
  const timeoutMs = wholeNumber(
    "timeoutMs",
    options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    MAX_TIMEOUT_MS,
  );
  const maxBytes = wholeNumber("maxBytes", options.maxBytes ?? DEFAULT_MAX_CAPTURE_BYTES, 2 ** 30);
  if (!isCommand(command)) {
    throw optionInvalid("command", "it must be a program and its arguments, without NUL");
  }
  const shown = redactCommand(command.map((word) => word.replace(/\p{Cs}/gu, "\ufffd")));
  const label = asked.label === "" ? labelOf(shown) : asked.label;
  const cwd = options.cwd ?? parts.workspace;
  // A store that cannot keep anything is refused before the command does what it does.
  await parts.entries.write("captures");
  const run = await parts.runCommand(command, { cwd, timeoutMs, maxBytes });
  return answerCapture(parts, { settings, asked, taken: takenOf(run, { command: shown, label }) });
}

function isCommand(command: readonly string[]): boolean {
  return (
    Array.isArray(command) &&
    command.every((word) => typeof word === "string" && !word.includes("\0")) &&
    (command[0] ?? "") !== ""
  );
}

/** Keeps bytes that somebody else produced, as `capture` keeps a command's output. */
export async function put(
  parts: CallParts,
  bytes: Uint8Array,
  options: PutOptions,
): Promise<CaptureResponse> {
  const settings = settleCall(parts, options, PUT_OPTIONS);
  const asked = settleCapture(options, settings);
  if (!(bytes instanceof Uint8Array)) throw optionInvalid("bytes", "they must be a Uint8Array");
  if (bytes.length === 0) throw captureFailed("standard input", "it is empty.");
  const taken: Taken = {
    label: asked.label === "" ? "input" : asked.label,
    command: [],
    end: { status: "none" },
    startedMs: settings.nowMs,
    endedMs: settings.nowMs,
    outputs: [["stdin", within(bytes, DEFAULT_MAX_CAPTURE_BYTES)]],
  };
  return answerCapture(parts, { settings, asked, taken });
}

/** What is more than the bound loses its middle, as a command's output does. */
function within(bytes: Uint8Array, maxBytes: number): KeptOutput {
  if (bytes.length <= maxBytes) return { head: bytes, tail: new Uint8Array(), cutBytes: 0 };
  const half = Math.floor(maxBytes / 2);
  const tail = bytes.subarray(bytes.length - half);
  return { head: bytes.subarray(0, half), tail, cutBytes: bytes.length - 2 * half };
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
  throw optionInvalid(name, `must be a whole number from 1 to ${max}; got ${value}`);
}
