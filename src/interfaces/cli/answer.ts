import { resolve } from "node:path";
import type { Engine, EngineOptions } from "../../model/engine.ts";
import type { Envelope } from "../../model/envelope.ts";
import type { Call } from "./call.ts";
import type { ExitCode } from "./exit-codes.ts";
import { createProgressBar, type ProgressBar } from "./progress-bar.ts";
import type { View } from "./view.ts";
import { type Places, showArtifact, showPath } from "./workspace-path.ts";

/** What one command asks of the engine and how its answer is told. */
export interface Question<Response extends Envelope<string>> {
  readonly ask: (engine: Engine, places: Places) => Promise<Response>;
  readonly exitOf: (response: Response) => ExitCode;
  /** Loads the formatter: `--json` never does. */
  readonly loadFormat: () => Promise<(response: Response, view: View) => string | Promise<string>>;
  /** True where the formatted answer names another project itself, so that nothing stands before it. */
  readonly namesProject?: true;
  /** A line for standard error that says why the exit status is what it is; `"none"` when there is nothing to say. */
  readonly noteOn?: (response: Response) => Promise<string | "none">;
}

/**
 * Opens the engine, asks, and writes the answer: with `--json` the serialized response, one line, else the
 * formatted one. Nothing else goes to standard output.
 */
export async function answer<Response extends Envelope<string>>(
  call: Call,
  question: Question<Response>,
): Promise<ExitCode> {
  const { settings, surroundings } = call;
  return withEngine(call, async (engine, bar) => {
    const places = {
      cwd: surroundings.cwd,
      workspace: engine.workspace,
      dataFolder: engine.dataFolder,
    };
    const response = await question.ask(engine, places);
    bar.clear();
    if (settings.json) {
      const { serialize } = await import("../../index.ts");
      surroundings.stdout.write(serialize(response));
    } else {
      const format = await question.loadFormat();
      const view = await createView(call, engine, places);
      const whose = question.namesProject === true ? "" : await nameProject(response);
      surroundings.stdout.write(`${whose}${await format(response, view)}\n`);
    }
    await writeNote(call, question, response);
    return question.exitOf(response);
  });
}

/** Opens the engine that a call means, and closes it whatever comes of `work`. */
export async function withEngine<T>(
  call: Call,
  work: (engine: Engine, bar: ProgressBar) => Promise<T>,
): Promise<T> {
  const { openEngine } = await import("../../index.ts");
  const bar = createProgressBar(call.surroundings.stderr);
  const engine = await openEngine(engineOptions(call, bar));
  try {
    return await work(engine, bar);
  } finally {
    bar.clear();
    await engine.close();
  }
}

/** An answer from another project begins with its name. */
async function nameProject({ project }: Envelope<string>): Promise<string> {
  if (project === undefined) return "";
  const { visibleText } = await import("./visible-text.ts");
  return `Project ${visibleText(project.name)}, in ${visibleText(project.workspace)}\n\n`;
}

function engineOptions({ settings, surroundings }: Call, bar: ProgressBar): EngineOptions {
  const { workspace, project } = settings;
  return {
    ...(project === undefined ? {} : { project }),
    ...(workspace === undefined ? {} : { workspace: resolve(surroundings.cwd, workspace) }),
    ...(settings.quiet ? {} : { onProgress: bar.show }),
  };
}

async function createView(call: Call, engine: Engine, places: Places): Promise<View> {
  const { settings, surroundings } = call;
  const { createPaint, decideColor } = await import("./paint.ts");
  const { isTerminal, columns } = surroundings.stdout;
  return {
    paint: createPaint(decideColor(settings.color ?? "auto", surroundings.env, isTerminal)),
    columns: isTerminal ? columns : "unlimited",
    showPath: (path) => showPath(places, path),
    showArtifact: (artifact) => showArtifact(places, artifact),
    locate: (text, words) => engine.locate(text, words),
    // A person skims; whatever reads a pipe, or asked for whole sections, gets every line.
    wholeExcerpts: !isTerminal || settings.detail === "section" || settings.detail === "full",
  };
}

async function writeNote<Response extends Envelope<string>>(
  call: Call,
  question: Question<Response>,
  response: Response,
): Promise<void> {
  const note = (await question.noteOn?.(response)) ?? "none";
  if (note === "none" || call.settings.quiet) return;
  const { visibleText } = await import("./visible-text.ts");
  call.surroundings.stderr.write(`exhibit: ${visibleText(note)}\n`);
}
