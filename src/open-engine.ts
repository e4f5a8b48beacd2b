import { existsSync, lstatSync, writeFileSync } from "node:fs";
import { basename, isAbsolute, join, posix, relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { splitterVersion } from "./analysis/text/splitter-version.ts";
import { assertOptions, type OptionNames } from "./calls/call-settings.ts";
import { type CallGuard, createCallGuard } from "./calls/guard-calls.ts";
import type { CallParts } from "./calls/session.ts";
import { createEngine } from "./engine.ts";
import { dataFolderUnusable } from "./errors.ts";
import { createCommandRunner } from "./host/command-runner.ts";
import { findWorkspace } from "./host/find-workspace.ts";
import { loadConfig, type WorkspaceConfig } from "./host/load-config.ts";
import { startRefreshBeside } from "./host/refresh-beside.ts";
import { findProjectFolders } from "./host/resolve-project.ts";
import { systemClock } from "./host/system-clock.ts";
import { createIndexKit } from "./lexical/index-kit.ts";
import { artifactRef } from "./model/artifact-ref.ts";
import type { Engine, EngineOptions } from "./model/engine.ts";
import { openEntryStores } from "./open-entries.ts";
import { openLedger } from "./open-ledger.ts";
import { openPolicies } from "./open-policies.ts";
import { openTextProcessor } from "./open-processor.ts";
import { createSessionOpener, type SessionOpener } from "./open-session.ts";
import { openSources, type WorkspaceSources } from "./open-sources.ts";
import { openTranscripts } from "./open-transcripts.ts";
import { createEntryIndexes } from "./pipeline/search/entry-indexes.ts";
import type { Clock } from "./ports/clock.ts";
import type { IndexKit } from "./ports/passage-index.ts";
import type { RefreshLock } from "./ports/refresh-lock.ts";
import { createFolder } from "./stores/sqlite/create-folder.ts";
import { openSqliteObservationLog } from "./stores/sqlite/sqlite-observation-log.ts";
import { openSqliteRefreshLock } from "./stores/sqlite/sqlite-refresh-lock.ts";

/** The real things an engine is made of, chosen here and nowhere else. */
interface Choices {
  readonly workspace: string;
  readonly dataFolder: string;
  readonly pagesFolder: string;
  readonly config: WorkspaceConfig;
  readonly clock: Clock;
  readonly kit: IndexKit;
  readonly sources: WorkspaceSources;
  readonly lock: RefreshLock;
}

const OPTIONS: OptionNames<EngineOptions> = {
  workspace: true,
  dataFolder: true,
  project: true,
  now: true,
  onProgress: true,
};

/**
 * Opens the engine of a workspace. Nothing is read or written before the first call. Refuses with `workspace_missing`,
 * `config_invalid` or `option_unknown`.
 */
export async function openEngine(options: EngineOptions = {}): Promise<Engine> {
  const { parts, guard } = await openCalls(options);
  return createEngine(parts, guard);
}

/** Opens what the calls of an engine work with, for who measures one of them by itself. */
export async function openCalls(
  options: EngineOptions = {},
): Promise<{ readonly parts: CallParts; readonly guard: CallGuard }> {
  assertOptions(options, OPTIONS);
  const workspace = await chooseWorkspace(options);
  const folders = findProjectFolders({
    workspace,
    dataFolder: options.dataFolder ?? "",
    home: process.env["EXHIBIT_HOME"] ?? "",
  });
  const { dataFolder } = folders;
  const pagesFolder = join(dataFolder, "pages");
  const config = await loadConfig(workspace);
  const clock: Clock = options.now === undefined ? systemClock : { now: options.now };
  const choices: Choices = {
    workspace,
    dataFolder,
    pagesFolder,
    config,
    clock,
    kit: createIndexKit(),
    sources: await openSources(workspace, pagesFolder, config),
    lock: openSqliteRefreshLock({
      folder: dataFolder,
      now: () => new Date(clock.now()).toISOString(),
    }),
  };
  const sessions = openSessions(choices, options);
  const observations = openSqliteObservationLog(dataFolder);
  const ledger = openLedger({
    folder: dataFolder,
    createDataFolder: makerOf(workspace, dataFolder),
  });
  const entries = openEntryStores({
    folders,
    createSharedFolder: makerOf(workspace, folders.sharedFolder),
  });
  const parts: CallParts = {
    ...joinParts(choices),
    entries,
    transcripts: openTranscripts(folders),
    entryIndexes: createEntryIndexes(choices.kit),
    runCommand: createCommandRunner(clock).run,
    openedAs: options.project ?? "here",
    project: { name: basename(folders.roots[0] ?? workspace), roots: folders.roots },
    observations: {
      ...observations,
      append: async (observation) => {
        inspectDataFolder(workspace, dataFolder);
        await observations.append(observation);
      },
    },
    ledger,
    openSession: sessions.open,
  };
  const guard = createCallGuard({
    recover: sessions.recover,
    epoch: sessions.epoch,
    close: async () => {
      for (const opened of [sessions, observations, ledger, entries]) await opened.close();
    },
  });
  return { parts, guard };
}

/** The workspace somebody stands in or names; with `project`, the one that it knows by that name. */
async function chooseWorkspace(options: EngineOptions): Promise<string> {
  const here = findWorkspace(options.workspace, process.cwd());
  if (options.project === undefined) return here;
  const { findNamedProject } = await import("./host/find-named-project.ts");
  const { projects } = await loadConfig(here);
  return findNamedProject(options.project, { workspace: here, projects });
}

function openSessions(choices: Choices, options: EngineOptions): SessionOpener {
  const { clock, config, dataFolder, kit, lock, sources, workspace } = choices;
  return createSessionOpener({
    dataFolder,
    kit,
    lock,
    records: sources.records,
    heldRecords: sources.heldRecords,
    readPages: sources.readPages,
    parts: {
      clock,
      files: sources.files,
      builder: kit.builder,
      textVersion: `${kit.builder.analyzerVersion}+${splitterVersion}`,
      expectedModules: config.modules,
      onProgress: options.onProgress ?? (() => undefined),
    },
    openProcessor: (store, totalBytes) => openTextProcessor(kit, store, totalBytes),
    startRefreshBeside: () =>
      startRefreshBeside({ workspace, nowMs: clock.now(), from: import.meta.url }),
    wait: (ms) => setTimeout(ms),
    inspectDataFolder: () => inspectDataFolder(workspace, dataFolder),
    createDataFolder: () => createDataFolder(dataFolder),
  });
}

/**
 * Whoever wrote the workspace must not choose where this program writes: a link in it could lead the pages folder, which
 * is replaced as a whole, onto somebody's own files.
 */
function inspectDataFolder(workspace: string, dataFolder: string): void {
  const below = relative(workspace, dataFolder);
  const isInside =
    below !== "" && below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  const parts = isInside ? below.split(sep) : [];
  let at = workspace;
  for (const part of parts) {
    at = join(at, part);
    if (kindAt(at) === "link") throw dataFolderUnusable(dataFolder, `${at} is a symbolic link`);
  }
  if (kindAt(dataFolder) === "other") throw dataFolderUnusable(dataFolder, "it is no folder");
}

function kindAt(path: string): "folder" | "link" | "other" | "absent" {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return "link";
    return found.isDirectory() ? "folder" : "other";
  } catch (error) {
    // What cannot be looked at is refused by name when it is used.
    if (error instanceof Error && "code" in error) return "absent";
    throw error;
  }
}

/** What makes a folder of this program once it is needed. */
function makerOf(workspace: string, folder: string): () => void {
  return () => {
    inspectDataFolder(workspace, folder);
    createDataFolder(folder);
  };
}

/** The folder ignores itself, so that nobody commits an index. */
function createDataFolder(dataFolder: string): void {
  const ignoreFile = join(dataFolder, ".gitignore");
  if (existsSync(ignoreFile)) return;
  createFolder(dataFolder);
  try {
    writeFileSync(ignoreFile, "*\n");
  } catch (error) {
    throw dataFolderUnusable(
      dataFolder,
      error instanceof Error ? error.message : String(error),
      error,
    );
  }
}

function joinParts(
  choices: Choices,
): Omit<
  CallParts,
  | "entries"
  | "entryIndexes"
  | "ledger"
  | "observations"
  | "openSession"
  | "openedAs"
  | "project"
  | "runCommand"
  | "transcripts"
> {
  const { workspace, pagesFolder, dataFolder, clock, config, kit, sources, lock } = choices;
  const pagesPath = toPosix(relative(workspace, pagesFolder));
  const toArtifact: CallParts["toArtifact"] = (path) => {
    const plain = toWorkspacePath(workspace, path);
    const isPage = plain.startsWith(`${pagesPath}/`);
    return isPage
      ? { source: "records", path: plain.slice(pagesPath.length + 1) }
      : { source: "files", path: plain };
  };
  return {
    clock,
    kit,
    workspace,
    dataFolder,
    maxAgeDays: config.maxAgeDays,
    retention: config.retention,
    sources: sources.names,
    readerOf: sources.readerOf,
    locators: {
      judge: async (locator) => {
        const { openLocatorReader } = await import("./sources/sessions/judge-locator.ts");
        return openLocatorReader().judge(locator);
      },
    },
    openProcessor: (totalBytes) => openTextProcessor(kit, "in memory", totalBytes),
    toArtifact,
    policyOf: openPolicies({ workspace, config, toArtifact }),
    toDisplayPath: (source, path) => {
      if (source === "files") return path;
      return source === "records" ? `${pagesPath}/${path}` : artifactRef(source, path);
    },
    lock,
    exact: config.exact,
    pinned: config.pinned,
    tokens: async () => (await import("./host/o200k-counter.ts")).openO200kCounter(),
    committedAt: async (path) => {
      const { lastCommitDates } = await import("./host/git-history.ts");
      return (await lastCommitDates([path], { root: workspace })).get(path)?.at ?? "unknown";
    },
  };
}

/** `./docs//a.md`, and an absolute path below the workspace, mean the same as `docs/a.md`. */
function toWorkspacePath(workspace: string, path: string): string {
  const slashed = toPosix(path);
  const root = `${toPosix(workspace)}/`;
  return posix.normalize(slashed.startsWith(root) ? slashed.slice(root.length) : slashed);
}

function toPosix(path: string): string {
  return sep === "/" ? path : path.split(sep).join("/");
}
