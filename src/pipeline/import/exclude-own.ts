import type { TranscriptEvent } from "../../ports/transcript-reader.ts";
import { runsExhibit } from "./own-commands.ts";

/**
 * A tool of this program's server by the names that agents give it: `mcp__exhibit__search` (Claude Code, Codex),
 * `mcp__plugin_exhibit_exhibit__search` (a plugin's server), `exhibit__search` and `exhibit_search` (Gemini CLI, OpenCode),
 * `exhibit.search` and `exhibit-search` (Cursor and others).
 */
const OWN_TOOL = /^(?:mcp[_.-]{1,2})?(?:plugin_[\w-]*?_)?exhibit(?:-context)?(?:__|[_./:-])\w/i;

/** A tool that runs a command line, by the names that agents give it. */
const SHELL_TOOL =
  /^(?:bash|shell|sh|powershell|terminal|exec|exec_command|local_shell|local_shell_call|container\.exec|unified_exec|shell_command|run_shell_command|run_terminal_cmd|run_terminal_command\w*|run_command|execute_command|run_in_terminal)$/i;

/** Ids remembered for the results still to come; only the newest are kept. */
const MAX_IDS = 500;

/** Recognizes what this program itself said in a transcript: tool calls of it, and the results that belong to them. */
export interface OwnCalls {
  /** Returns whether an event is a call of this program, or a result of one read before in this file. */
  isOwn(event: TranscriptEvent): boolean;
  /** The calls seen, for going on in the middle of a file. */
  ids(): readonly string[];
}

/** Returns an empty memory of own calls, or that of an earlier import of the same file. */
export function createOwnCalls(known: readonly string[]): OwnCalls {
  const ids = new Set(known);
  const remember = (id: string): void => {
    if (id === "none") return;
    ids.delete(id);
    ids.add(id);
    const [oldest] = ids;
    if (ids.size > MAX_IDS && oldest !== undefined) ids.delete(oldest);
  };
  return {
    isOwn(event) {
      if (event.kind === "tool_result" && ids.has(event.toolUseId)) return true;
      if (!isOwnTool(event)) return false;
      remember(event.toolUseId);
      return true;
    },
    ids: () => [...ids],
  };
}

function isOwnTool({ kind, toolName, text, facts }: TranscriptEvent): boolean {
  if (kind !== "tool_call" && kind !== "tool_result") return false;
  if (OWN_TOOL.test(toolName)) return true;
  if (kind !== "tool_call" || !SHELL_TOOL.test(toolName)) return false;
  const lines = [
    ...commandLinesOf(text),
    ...(facts["command"] === undefined ? [] : [facts["command"]]),
  ];
  return lines.some(runsExhibit);
}

/**
 * The command lines in the text of a shell call: JSON arguments (`{"command":"…"}`, `{"cmd":["bash","-lc","…"]}`), or the line
 * itself. A list of words is one command whose words need no quotes.
 */
function commandLinesOf(text: string): readonly string[] {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") && !trimmed.startsWith("[")) return [withoutLabel(text)];
  try {
    return stringsOf(JSON.parse(trimmed));
  } catch (error) {
    // No JSON after all: `[ -f a ] && …` is a command line.
    if (error instanceof SyntaxError) return [text];
    throw error;
  }
}

/** `command: exhibit search x` and `$ exhibit search x`, as a reader may write a call. */
function withoutLabel(text: string): string {
  return text.replace(/^(?:\s*(?:command|cmd)\s*[:=]\s*|\s*[$>]\s+)/gim, "");
}

const COMMAND_FIELDS: readonly string[] = [
  "command",
  "cmd",
  "script",
  "commandLine",
  "command_line",
  "code",
];

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return [value.map((word) => quote(String(word))).join(" ")];
  if (typeof value !== "object" || value === null) return [];
  const fields: Readonly<Record<string, unknown>> = { ...value };
  return COMMAND_FIELDS.flatMap((name) => (name in fields ? stringsOf(fields[name]) : []));
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
