import { findSecrets } from "./find-secrets.ts";

/** Secrets of one kind that begin in one line. */
export interface LocatedSecrets {
  /** 1-based; lines end at LF, CRLF or CR. */
  readonly line: number;
  readonly kind: string;
  readonly count: number;
}

/** Says in which lines of a text secrets begin, in order, and nothing of what they are but their kind. */
export function locateSecrets(text: string): readonly LocatedSecrets[] {
  const located: { line: number; kind: string; count: number }[] = [];
  const terminator = /\r\n|\r|\n/g;
  let line = 1;
  let next = terminator.exec(text);
  for (const { kind, start } of findSecrets(text)) {
    while (next !== null && next.index < start) {
      line += 1;
      next = terminator.exec(text);
    }
    const same = located.find((one) => one.line === line && one.kind === kind);
    if (same === undefined) located.push({ line, kind, count: 1 });
    else same.count += 1;
  }
  return located;
}
