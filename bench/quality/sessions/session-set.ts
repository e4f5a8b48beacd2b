import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** One thing said in a session. */
export interface Turn {
  readonly id: string;
  readonly session: string;
  /** What it was about, as the set names it: the working folder's name. */
  readonly project: string;
  readonly role: "user" | "assistant";
  readonly text: string;
  /** The day it was said, `2025-01-15`: the set knows nothing finer. */
  readonly occurredOn: string;
}

/** One question and the sessions that answer it; none when the set says that nothing does. */
export interface SessionQuestion {
  readonly id: string;
  readonly type: string;
  readonly question: string;
  readonly answer: string;
  readonly evidence: ReadonlySet<string>;
}

/** A public set of agent sessions with questions about them. */
export interface SessionSet {
  readonly name: string;
  /** Turns in order, by session; sessions by name. */
  readonly sessions: ReadonlyMap<string, readonly Turn[]>;
  readonly questions: readonly SessionQuestion[];
}

interface TurnRow {
  readonly id: string;
  readonly session: string;
  readonly project: string;
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly occurred_on: string;
}

interface QuestionRow {
  readonly id: string;
  readonly type: string;
  readonly question: string;
  readonly answer: string;
  readonly answerable: boolean;
  readonly evidence_sessions: readonly string[];
}

/** Returns the folders below `dataFolder` that hold `questions.json` beside `sessions/`, or the folder itself when it is one. */
export function findSessionSets(dataFolder: string): string[] {
  const isSet = (folder: string): boolean =>
    existsSync(join(folder, "questions.json")) && existsSync(join(folder, "sessions"));
  if (isSet(dataFolder)) return [dataFolder];
  return readdirSync(dataFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(dataFolder, entry.name))
    .filter(isSet)
    .sort();
}

/** Loads one set: `sessions/**.jsonl`, one turn a line, and `questions.json`. */
export function loadSessionSet(folder: string): SessionSet {
  const turns = readdirSync(join(folder, "sessions"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".jsonl"))
    .flatMap((path) => readLines(join(folder, "sessions", path)))
    .map((line) => JSON.parse(line) as TurnRow);
  const sessions = new Map<string, Turn[]>();
  for (const { occurred_on: occurredOn, id, project, session, role, text } of turns) {
    const turn = { id, project, session, role, text, occurredOn };
    const known = sessions.get(session);
    if (known === undefined) sessions.set(session, [turn]);
    else known.push(turn);
  }
  const { questions } = JSON.parse(readFileSync(join(folder, "questions.json"), "utf8")) as {
    readonly questions: readonly QuestionRow[];
  };
  return {
    name: basename(folder),
    sessions: new Map([...sessions].sort(([left], [right]) => (left < right ? -1 : 1))),
    questions: questions.map(({ evidence_sessions, answerable, ...question }) => ({
      ...question,
      evidence: new Set(answerable ? evidence_sessions : []),
    })),
  };
}

function readLines(file: string): string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}
