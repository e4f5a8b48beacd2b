import { EngineError, type ErrorDetails, optionInvalid } from "../../errors.ts";
import type { Call, RunCommand } from "./call.ts";
import type { CommandName } from "./command-names.ts";
import { runDoctor } from "./commands/doctor.ts";
import { runExplain } from "./commands/explain.ts";
import { runImport } from "./commands/import.ts";
import { runMap } from "./commands/map.ts";
import { runObserve } from "./commands/observe.ts";
import { runOpen } from "./commands/open.ts";
import { runRefresh } from "./commands/refresh.ts";
import { runSearch } from "./commands/search.ts";
import { runStatus } from "./commands/status.ts";
import { runTimeline } from "./commands/timeline.ts";
import { runVerify } from "./commands/verify.ts";
import { EXIT, type ExitCode, REFUSAL_EXITS } from "./exit-codes.ts";
import { type Invocation, parseArguments } from "./parse-arguments.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * What asks the engine is small and loaded at once, in one file of the bundle; the engine, the formatters, help and
 * `inspect` with its schema are loaded when they are needed.
 */
const COMMANDS: Readonly<Record<CommandName, RunCommand>> = {
  search: runSearch,
  timeline: runTimeline,
  open: runOpen,
  verify: runVerify,
  map: runMap,
  explain: runExplain,
  refresh: runRefresh,
  import: runImport,
  observe: runObserve,
  bundle: async (call) => (await import("./commands/bundle.ts")).runBundle(call),
  expand: async (call) => (await import("./commands/bundle.ts")).runExpand(call),
  ledger: async (call) => (await import("./commands/ledger.ts")).runLedger(call),
  outcome: async (call) => (await import("./commands/ledger.ts")).runOutcome(call),
  used: async (call) => (await import("./commands/used.ts")).runUsed(call),
  why: async (call) => (await import("./commands/why.ts")).runWhy(call),
  remember: async (call) => (await import("./commands/remember.ts")).runRemember(call),
  notes: async (call) => (await import("./commands/notes.ts")).runNotes(call),
  capture: async (call) => (await import("./commands/capture.ts")).runCapture(call),
  put: async (call) => (await import("./commands/capture.ts")).runPut(call),
  secrets: async (call) => (await import("./commands/secrets.ts")).runSecrets(call),
  forget: async (call) => (await import("./commands/forget.ts")).runForget(call),
  status: runStatus,
  doctor: runDoctor,
  inspect: async (call) => (await import("./commands/inspect.ts")).runInspect(call),
  help: async (call) => (await import("./commands/help.ts")).runHelp(call),
  version: async (call) => (await import("./commands/version.ts")).runVersion(call),
};

/**
 * Runs one command line and returns its exit status. A refusal is written to standard error, and with `--json` also
 * as an `exhibit.error/1` object to standard output, so that a program always finds exactly one JSON document there.
 * Anything else that is thrown is a bug: its stack goes to standard error and the status is 70.
 */
export async function runCommand(surroundings: Surroundings): Promise<ExitCode> {
  try {
    const invocation = parseArguments(surroundings.arguments);
    writeDashNote(invocation, surroundings);
    return await runInvocation({ ...invocation, surroundings });
  } catch (error) {
    if (!(error instanceof EngineError)) return reportBug(error, surroundings);
    await reportRefusal(error, surroundings);
    return REFUSAL_EXITS[error.code];
  }
}

async function runInvocation(call: Call): Promise<ExitCode> {
  const { command, settings, surroundings } = call;
  if (settings.help) return COMMANDS.help(call);
  if (settings.version) return COMMANDS.version(call);
  if (command !== "none") return COMMANDS[command](call);
  if (settings.json) throw optionInvalid("COMMAND", 'it is missing; "exhibit help" lists them');
  // A bare call is no request that succeeded: the overview goes where errors go, and the status says so.
  const { formatOverview, helpColumns } = await import("./help/format-help.ts");
  surroundings.stderr.write(formatOverview(helpColumns(surroundings.stderr)));
  return EXIT.refused;
}

function writeDashNote(
  { dashedText, command, settings }: Invocation,
  { stderr }: Surroundings,
): void {
  if (dashedText.length === 0 || settings.quiet) return;
  // JSON escapes what could steer a terminal.
  const words = dashedText.map((word) => JSON.stringify(word)).join(", ");
  stderr.write(`exhibit: "${command}" has no option ${words}; taken as text of the question.\n`);
}

async function reportRefusal(error: EngineError, surroundings: Surroundings): Promise<void> {
  const { visibleText } = await import("./visible-text.ts");
  const { messageOf } = await import("./message-of.ts");
  const { cause, code, details } = error;
  const message = messageOf(error);
  surroundings.stderr.write(`exhibit: ${visibleText(message)}\n`);
  if (cause instanceof Error && !message.includes(cause.message)) {
    surroundings.stderr.write(`  because: ${visibleText(cause.message)}\n`);
  }
  if (isJsonAsked(surroundings)) surroundings.stdout.write(formatError(code, message, details));
}

function reportBug(error: unknown, surroundings: Surroundings): ExitCode {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  surroundings.stderr.write(`exhibit: this is a bug in exhibit; please report it.\n${stack}\n`);
  if (isJsonAsked(surroundings)) {
    const message = error instanceof Error ? error.message : String(error);
    surroundings.stdout.write(formatError("bug", message, {}));
  }
  return EXIT.bug;
}

function formatError(code: string, message: string, details: ErrorDetails): string {
  return `${JSON.stringify({ schema: "exhibit.error/1", error: { code, message, details } })}\n`;
}

/** Looked up in the words themselves: a call that cannot be parsed must be refused in JSON too. */
function isJsonAsked({ arguments: words }: Surroundings): boolean {
  const end = words.indexOf("--");
  return words.slice(0, end < 0 ? undefined : end).includes("--json");
}
