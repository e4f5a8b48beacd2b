import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "../../../src/model/engine.ts";
import type { ShippedProgram } from "../../shipped-program.ts";
import type { SessionSet } from "./session-set.ts";

/** A set as a user has it: written in the plain form, imported by the built program into a store of its own. */
export interface ImportedSessions {
  readonly engine: Engine;
  remove(): Promise<void>;
}

/** Imports a set into a project of its own. What does not arrive whole is an error. */
export async function importSessions(
  program: ShippedProgram,
  set: SessionSet,
): Promise<ImportedSessions> {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-sessions-"));
  const workspace = join(folder, "workspace");
  const root = join(folder, "transcripts");
  for (const path of [workspace, root]) mkdirSync(path);
  for (const [id, turns] of set.sessions) {
    const lines = turns.map(({ occurredOn, ...turn }) =>
      JSON.stringify({
        ...{ id: turn.id, session: id, agent: set.name, role: turn.role, text: turn.text },
        // As an agent's own transcripts are read: what the assistant writes is Markdown.
        format: turn.role === "assistant" ? "markdown" : "text",
        ...{ time: occurredOn, cwd: join(workspace, turn.project) },
      }),
    );
    writeFileSync(join(root, `${id}.jsonl`), `${lines.join("\n")}\n`);
  }
  const engine = await program.openEngine({ workspace, dataFolder: join(folder, "store") });
  const remove = async (): Promise<void> => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const { totals, entryCount } = await engine.import({ from: "jsonl", root });
  const turns = [...set.sessions.values()].flat().length;
  if (totals.new === turns && entryCount === turns) return { engine, remove };
  await remove();
  throw new Error(`${turns} turns were written, ${totals.new} imported, ${entryCount} are kept.`);
}
