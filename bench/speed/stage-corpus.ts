import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { listMarkdown } from "../quality/eval-set.ts";
import { generateZipfCorpus } from "./zipf-corpus.ts";

/** A corpus in a temporary workspace of its own: Markdown alone, under no version control, beside no other index. */
export interface StagedCorpus {
  readonly name: string;
  readonly workspace: string;
  /** `/`-joined paths below the workspace, sorted. */
  readonly paths: readonly string[];
  readonly bytes: number;
  /** How questions of this corpus are framed. */
  readonly frame: "english" | "invented";
  /** A folder beside the workspace for data folders and databases. */
  readonly scratch: string;
  remove(): void;
}

/** Copies the Markdown files of a folder. */
export function stageFolder(folder: string): StagedCorpus {
  const stage = openStage();
  for (const path of listMarkdown(folder)) {
    const target = join(stage.workspace, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(folder, path), target);
  }
  return stage.finish(basename(resolve(folder)), "english");
}

/** Writes a generated corpus of that many passages. */
export function stageZipf(passages: number): StagedCorpus {
  const stage = openStage();
  for (const { path, text } of generateZipfCorpus({ passages, seed: 20_261_130 })) {
    const target = join(stage.workspace, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return stage.finish(`zipf-${passages}`, "invented");
}

function openStage(): {
  readonly workspace: string;
  finish(name: string, frame: StagedCorpus["frame"]): StagedCorpus;
} {
  const root = mkdtempSync(join(tmpdir(), "exhibit-bench-"));
  const workspace = join(root, "workspace");
  const scratch = join(root, "scratch");
  mkdirSync(workspace);
  mkdirSync(scratch);
  return {
    workspace,
    finish(name, frame) {
      const paths = listMarkdown(workspace);
      const bytes = paths.reduce((sum, path) => sum + statSync(join(workspace, path)).size, 0);
      const remove = (): void => rmSync(root, { recursive: true, force: true });
      return { name, workspace, paths, bytes, frame, scratch, remove };
    },
  };
}
