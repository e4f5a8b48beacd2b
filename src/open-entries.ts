import { lstatSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryStores, OpenedEntries } from "./calls/entry-stores.ts";
import { EngineError, sourceUnavailable } from "./errors.ts";
import { scopeUnresolved } from "./errors-of-entries.ts";
import { establishProject, type ProjectFolders, readProject } from "./host/resolve-project.ts";
import { systemCode } from "./host/system-code.ts";
import { STORE_NAMES, type StoreName } from "./model/artifact.ts";
import type { EntryStore } from "./ports/entry-store.ts";

export interface EntryStoresSetup {
  readonly folders: ProjectFolders;
  /** Makes the shared folder with its own ignore file; refuses with `data_folder_unusable`. */
  readonly createSharedFolder: () => void;
}

/** An answer does not wait longer than this for a store that is locked: it says that the store did not answer. */
const READ_TIMEOUTS = { busyTimeoutMs: 500, openTimeoutMs: 500 };

/** A store as it was opened, and of which file. */
interface Opened {
  readonly store: EntryStore;
  readonly inode: bigint;
}

/**
 * Opens the stores of a project's entries when they are first needed. While a file does not exist no code of it is loaded, and
 * reading creates none. Without an established project nothing is read (SCO-04).
 */
export function openEntryStores(setup: EntryStoresSetup): EntryStores {
  const opened = new Map<StoreName, Opened>();

  async function letGo(name: StoreName): Promise<void> {
    const known = opened.get(name);
    opened.delete(name);
    await known?.store.close();
  }

  async function open(name: StoreName, mode: "readwrite" | "readonly"): Promise<OpenedEntries> {
    const known = opened.get(name);
    if (known !== undefined && isUsable(setup, known, mode)) {
      return { status: "ok", store: known.store };
    }
    await letGo(name);
    const store = await openStore(setup, name, mode);
    if (store === "missing") return absent(setup, name);
    opened.set(name, { store, inode: inodeOf(pathOf(setup, name)) });
    return { status: "ok", store };
  }

  let queue: Promise<unknown> = Promise.resolve();
  // One at a time: calls made together would each open a connection, and all but the last would stay open.
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = Promise.allSettled([result]);
    return result;
  }
  return {
    read: (name) => inTurn(() => readOrSay(setup, name, () => open(name, "readonly"))),
    write: (name) =>
      inTurn(async () => {
        setup.createSharedFolder();
        refuseLost(setup, name);
        const outcome = await open(name, "readwrite");
        if (outcome.status !== "ok") throw new Error(`${name} vanished while it was opened`);
        noteKept(setup, name);
        return outcome.store;
      }),
    close: () =>
      inTurn(async () => {
        for (const name of STORE_NAMES) await letGo(name);
      }),
  };
}

/** What is the store's own fault is an outcome; that nobody knows whose project this is refuses the call (SCO-04). */
async function readOrSay(
  setup: EntryStoresSetup,
  name: StoreName,
  open: () => Promise<OpenedEntries>,
): Promise<OpenedEntries> {
  const path = pathOf(setup, name);
  const place = placeAt(path);
  if (place === "absent") return absent(setup, name);
  // What may not be looked at is not nothing.
  if (place !== "there") {
    return {
      status: "failed",
      error: sourceUnavailable(name, path, `it may not be read (${place})`),
    };
  }
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.details["path"] === setup.folders.projectFile) throw error;
    return { status: "failed", error };
  }
}

async function openStore(
  setup: EntryStoresSetup,
  name: StoreName,
  mode: "readwrite" | "readonly",
): Promise<EntryStore | "missing"> {
  const { openSqliteEntryStore } = await import("./stores/sqlite/sqlite-entry-store.ts");
  const { sharedFolder: folder } = setup.folders;
  // A new identity beside stores of an old one would make them another project's for good.
  const mayEstablish =
    mode === "readwrite" && STORE_NAMES.every((each) => absent(setup, each).status === "empty");
  const project = mayEstablish ? establishProject(setup.folders) : requireProject(setup);
  const timeouts = mode === "readonly" ? READ_TIMEOUTS : {};
  return openSqliteEntryStore({ folder, name, mode, projectId: project.id, ...timeouts });
}

/** Another file may have taken the place of the one that was opened. */
function isUsable(
  setup: EntryStoresSetup,
  { store, inode }: Opened,
  mode: "readwrite" | "readonly",
): boolean {
  const isSame = inode === inodeOf(pathOf(setup, store.name));
  return isSame && (mode === "readonly" || store.writable);
}

function requireProject(setup: EntryStoresSetup): { readonly id: string } {
  const project = readProject(setup.folders);
  if (project !== "none") return project;
  const { projectFile } = setup.folders;
  throw scopeUnresolved(
    projectFile,
    "it is gone while stores are there. Restore it, or set the stores aside.",
  );
}

/** A store that was kept and is gone is not the same as one that never was (PAR-05). */
function absent(
  setup: EntryStoresSetup,
  name: StoreName,
): Exclude<OpenedEntries, { readonly status: "ok" }> {
  const { sharedFolder } = setup.folders;
  if (placeAt(keptMark(sharedFolder, name)) === "absent") return { status: "empty" };
  const error = sourceUnavailable(name, pathOf(setup, name), "it was kept before and is gone");
  return { status: "missing", error };
}

/** Beginning anew in the place of a store that is lost would hide the loss: somebody has to say so first. */
function refuseLost(setup: EntryStoresSetup, name: StoreName): void {
  const path = pathOf(setup, name);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0 || absent(setup, name).status === "empty") return;
  const mark = keptMark(setup.folders.sharedFolder, name);
  const advice = `it was kept before and is gone. Restore it, or delete ${mark} to begin anew`;
  throw sourceUnavailable(name, path, advice);
}

function placeAt(path: string): "there" | "absent" | string {
  try {
    lstatSync(path);
    return "there";
  } catch (error) {
    const code = systemCode(error);
    return code === "ENOENT" || code === "ENOTDIR" ? "absent" : code;
  }
}

function noteKept(setup: EntryStoresSetup, name: StoreName): void {
  const { sharedFolder } = setup.folders;
  mkdirSync(join(sharedFolder, "kept"), { recursive: true });
  writeFileSync(keptMark(sharedFolder, name), "");
}

function pathOf({ folders }: EntryStoresSetup, name: StoreName): string {
  return join(folders.sharedFolder, `${name}.db`);
}

function keptMark(sharedFolder: string, name: StoreName): string {
  return join(sharedFolder, "kept", name);
}

function inodeOf(path: string): bigint {
  return placeAt(path) === "there" ? statSync(path, { bigint: true }).ino : 0n;
}
