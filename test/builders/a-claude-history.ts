import { createHash } from "node:crypto";

/** What the sessions of an invented history have in common. */
export interface HistoryOptions {
  /** The folder the sessions were held in, as recorded. */
  readonly cwd: string;
  readonly sessions: number;
  /** Questions of each session; each brings an answer, a tool call and its result. */
  readonly turns: number;
  /** Tells the words of one history from those of another. */
  readonly topic?: string;
  /** Words of a tool's result. */
  readonly resultWords?: number;
}

/**
 * Transcripts as Claude Code keeps them, path by content: `projects/<slug>/<uuid>.jsonl`. Everything in them follows from the
 * options, times included.
 */
export function aClaudeHistory(options: HistoryOptions): Readonly<Record<string, string>> {
  const slug = options.cwd.replaceAll(/[^a-zA-Z0-9]/g, "-");
  const files: Record<string, string> = {};
  for (let session = 0; session < options.sessions; session++) {
    const id = uuidOf(`${options.cwd} ${session}`);
    files[`projects/${slug}/${id}.jsonl`] = linesOf(options, session, id);
  }
  return files;
}

function linesOf(options: HistoryOptions, session: number, sessionId: string): string {
  const { cwd, topic = "kiln", resultWords = 30, turns } = options;
  const lines: string[] = [];
  const startMs = Date.parse("2026-08-01T08:00:00Z") + session * 86_400_000;
  const say = (type: "user" | "assistant", content: unknown): void => {
    const uuid = uuidOf(`${sessionId} ${lines.length}`);
    const timestamp = new Date(startMs + lines.length * 1234).toISOString();
    const common = { uuid, parentUuid: null, isSidechain: false, userType: "external" };
    const place = { sessionId, cwd, gitBranch: "main", version: "2.1.230", timestamp };
    lines.push(JSON.stringify({ type, ...common, ...place, message: { role: type, content } }));
  };
  for (let turn = 0; turn < turns; turn++) {
    const id = `toolu_${uuidOf(`${sessionId} call ${turn}`).replaceAll("-", "")}`;
    say("user", `What limits ${topic} ${session}x${turn}?`);
    say("assistant", [
      { type: "text", text: `I look at the notes of ${topic} ${session}x${turn}.` },
      { type: "tool_use", id, name: "Bash", input: { command: `cat notes/${turn}.md` } },
    ]);
    const words = Array.from({ length: resultWords }, (_, word) => `w${(turn * 31 + word) % 997}`);
    say("user", [
      { type: "tool_result", tool_use_id: id, content: words.join(" "), is_error: false },
    ]);
    say("assistant", [{ type: "text", text: `The ${topic} ${session}x${turn} fires nine hours.` }]);
  }
  return lines.map((line) => `${line}\n`).join("");
}

function uuidOf(seed: string): string {
  const hex = createHash("sha256").update(seed).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
