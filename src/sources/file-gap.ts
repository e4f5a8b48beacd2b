import type { Gap } from "../model/gap.ts";
import type { OpenRefusal } from "./open-regular-file.ts";
import type { StableRead } from "./read-stable.ts";

/** Turns a file that could not be read whole into the gap that says so. */
export function gapOfRead(
  path: string,
  read: Exclude<StableRead, { status: "ok" }>,
  maxBytes: number,
): Gap {
  switch (read.status) {
    case "changing":
      return { code: "file_changing", subject: path };
    case "too_large":
      return tooLargeGap(path, read.fingerprint.size, maxBytes);
    default:
      return gapOf(path, read);
  }
}

/** Says in words why a file could not be read whole. */
export function reasonOfRead(
  read: Exclude<StableRead, { status: "ok" | "gone" }>,
  maxBytes: number,
): string {
  switch (read.status) {
    case "link":
      return "symbolic links are not followed";
    case "special":
      return "not a plain file";
    case "changing":
      return "it changes while it is read";
    case "too_large":
      return `it has ${read.fingerprint.size} bytes; at most ${maxBytes} are read`;
    case "unreadable":
      return read.reason;
  }
}

/** Turns a refusal of the file system into the gap that says so. */
export function gapOf(path: string, refusal: OpenRefusal): Gap {
  switch (refusal.status) {
    case "gone":
      return { code: "artifact_vanished", subject: path };
    case "link":
      return { code: "link_not_followed", subject: path };
    case "special":
      return { code: "file_special", subject: path };
    case "unreadable":
      return { code: "file_unreadable", subject: path, detail: refusal.reason };
  }
}

export function tooLargeGap(path: string, size: number, maxBytes: number): Gap {
  return {
    code: "file_too_large",
    subject: path,
    detail: `${size} bytes; at most ${maxBytes} are read`,
  };
}
