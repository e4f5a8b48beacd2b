import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { claudeFolder, claudeLine } from "./claude-transcript.ts";

/** A session of Claude Code in a file of its own: what its user asks, what its agent runs, and what it says. */
export class AgentSession {
  #count = 0;
  cwd: string;
  readonly root: string;
  readonly path: string;

  constructor(cwd: string) {
    this.cwd = cwd;
    this.root = claudeFolder({ "projects/p/s1.jsonl": "" });
    this.path = join(this.root, "projects/p/s1.jsonl");
  }

  #write(type: "assistant" | "user", content: unknown): void {
    this.#count += 1;
    const seconds = String(this.#count).padStart(2, "0");
    appendFileSync(
      this.path,
      `${claudeLine({
        ...{ uuid: `u${this.#count}`, type, cwd: this.cwd },
        timestamp: `2026-10-15T10:00:${seconds}.000Z`,
        message: { id: `m${this.#count}`, role: type, content },
      })}\n`,
    );
  }

  /** What the user says. */
  ask(text: string): void {
    this.#write("user", text);
  }

  /** What the agent says. */
  say(text: string): void {
    this.#write("assistant", [{ type: "text", text }]);
  }

  /** A command of the agent's shell, and what it printed. */
  run(command: string, output: string): void {
    const id = `t${this.#count}`;
    this.#write("assistant", [{ type: "tool_use", id, name: "Bash", input: { command } }]);
    this.#write("user", [{ type: "tool_result", tool_use_id: id, content: output }]);
  }
}
