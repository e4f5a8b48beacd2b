import { closeSync, constants, fstatSync, openSync } from "node:fs";

/** Why something at a path cannot be opened as a plain file. */
export type OpenRefusal =
  | { readonly status: "gone" }
  | { readonly status: "link" }
  | { readonly status: "special" }
  | { readonly status: "unreadable"; readonly reason: string };

export type OpenOutcome = { readonly status: "ok"; readonly descriptor: number } | OpenRefusal;

// Windows has neither flag; there a link is caught by the check of the path before.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Opens a plain file without following a link and without waiting, as opening a named pipe otherwise would. The caller closes it. */
export function openRegularFile(path: string): OpenOutcome {
  let descriptor: number;
  try {
    descriptor = openSync(path, FLAGS);
  } catch (error) {
    return refusalOf(error);
  }
  try {
    if (fstatSync(descriptor).isFile()) return { status: "ok", descriptor };
  } catch (error) {
    closeSync(descriptor);
    return refusalOf(error);
  }
  closeSync(descriptor);
  return { status: "special" };
}

/** Returns the system's name for an error, such as `ENOENT`; rethrows what did not come from the system. */
export function systemCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  throw error;
}

/** Sorts a system error into what it means for whoever asked for the file. */
export function refusalOf(error: unknown): OpenRefusal {
  const code = systemCode(error);
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return { status: "gone" };
    case "ELOOP":
    case "EMLINK":
      return { status: "link" };
    case "ENXIO":
    case "EISDIR":
      return { status: "special" };
    case "EACCES":
    case "EPERM":
      return { status: "unreadable", reason: `no permission (${code})` };
    case "ENAMETOOLONG":
      return { status: "unreadable", reason: `longer than this system allows (${code})` };
    default:
      return { status: "unreadable", reason: code };
  }
}
