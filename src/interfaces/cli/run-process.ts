import { EXIT } from "./exit-codes.ts";
import { runCommand } from "./run-command.ts";
import type { Output } from "./surroundings.ts";

const DEFAULT_COLUMNS = 80;

/** Runs the command of this process and sets its exit status. */
export async function runProcess(packageFile: URL): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", endOnWriteError);
  const cwd = findCwd();
  if (cwd === "gone") {
    process.stderr.write("exhibit: the working directory no longer exists. Change to another.\n");
    process.exitCode = EXIT.refused;
    return;
  }
  process.exitCode = await runCommand({
    arguments: process.argv.slice(2),
    env: process.env,
    cwd,
    stdout: toOutput(process.stdout),
    stderr: toOutput(process.stderr),
    readInput,
    packageFile,
  });
}

/** A reader that went away (`| head`) ends the command quietly; any other failed write is told and fails. */
function endOnWriteError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? EXIT.found);
  process.stderr.write(`exhibit: the answer could not be written (${error.message}).\n`);
  process.exit(EXIT.refused);
}

function findCwd(): string | "gone" {
  try {
    return process.cwd();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "gone";
    throw error;
  }
}

function toOutput(stream: NodeJS.WriteStream): Output {
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns || DEFAULT_COLUMNS,
    write: (text) => {
      stream.write(text);
    },
  };
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
