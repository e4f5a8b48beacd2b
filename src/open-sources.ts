import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { RendererConfig, WorkspaceConfig } from "./host/load-config.ts";
import type { SourceName } from "./model/artifact.ts";
import type { RecordProjection, Renderer } from "./ports/renderer.ts";
import type { CurrentReader, SourceReader } from "./ports/source-reader.ts";
import { openFilesReader } from "./sources/files/files-reader.ts";
import { type HeldPages, holdPages } from "./sources/records/held-pages.ts";
import { openPagesReader } from "./sources/records/pages-reader.ts";
import { pointToPages } from "./sources/records/point-to-pages.ts";
import { RECORD_PATTERNS, RECORDS_FOLDER } from "./sources/records/record-files.ts";
import { openRecordProjection } from "./sources/records/record-projection.ts";

/** The sources of a workspace. */
export interface WorkspaceSources {
  readonly names: readonly SourceName[];
  readonly files: SourceReader;
  readonly records: RecordProjection | "none";
  readonly heldRecords: RecordProjection | "none";
  readonly readerOf: (source: string) => CurrentReader | "none";
  /** Where pages are read from here on: from memory while none are written to disk. */
  readonly readPages: (from: "held" | "written") => void;
}

/** Opens the sources a workspace has: its files always, its records when it has a records folder or a renderer. */
export async function openSources(
  workspace: string,
  pagesFolder: string,
  config: WorkspaceConfig,
): Promise<WorkspaceSources> {
  const { maxFileBytes, renderer } = config;
  const hasOwnRenderer = renderer !== "built-in";
  const hasRecords = hasOwnRenderer || existsSync(join(workspace, RECORDS_FOLDER));
  const files = openFilesReader({
    root: workspace,
    ...(maxFileBytes === "default" ? {} : { maxFileBytes }),
    ...(hasRecords ? { reserved: hasOwnRenderer ? [`/${RECORDS_FOLDER}/`] : RECORD_PATTERNS } : {}),
  });
  if (!hasRecords) {
    const none = "none" as const;
    return {
      names: ["files"],
      files,
      records: none,
      heldRecords: none,
      readerOf: (source) => (source === "files" ? files : none),
      readPages: () => undefined,
    };
  }
  const records = openRecordProjection({
    root: workspace,
    pagesFolder,
    ...(renderer === "built-in" ? {} : { renderer: await openRenderer(workspace, renderer) }),
  });
  const shown = relative(workspace, pagesFolder).replaceAll(sep, "/");
  const current = pointToPages(files, { absolute: pagesFolder, shown });
  return { ...joinSources(current, records, openPagesReader(pagesFolder)), files, records };
}

/** Loaded only for a workspace with a renderer of its own. */
async function openRenderer(workspace: string, config: RendererConfig): Promise<Renderer> {
  const { createRendererProcess } = await import("./host/renderer-process.ts");
  return createRendererProcess({ ...config, root: workspace });
}

function joinSources(
  files: CurrentReader,
  records: RecordProjection,
  onDisk: CurrentReader,
): Omit<WorkspaceSources, "files" | "records"> {
  const held: HeldPages = holdPages(records);
  let pages = onDisk;
  return {
    names: ["files", "records"],
    heldRecords: held.projection,
    readerOf: (source) => (source === "files" ? files : source === "records" ? pages : "none"),
    readPages: (from) => {
      pages = from === "held" ? held.reader : onDisk;
    },
  };
}
