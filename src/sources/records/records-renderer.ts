import type { Gap } from "../../model/gap.ts";
import type { RenderedPage, Renderer, RenderOutcome } from "../../ports/renderer.ts";
import { loadBlockParser } from "./contain-body.ts";
import { parseRecord, quoteStart, type SourceRecord } from "./record.ts";
import { listRecordFiles, readRecordFile } from "./record-files.ts";
import { renderPage } from "./render-page.ts";
import { type LocatedValue, splitRecords } from "./split-records.ts";
import { versionOf } from "./version-of.ts";

/** Change it with every change to the pages: it is part of what a generation was made from. */
const RENDERER_ID = "exhibit-records/3";

/** Leaves room for the extension where a name may have 255 bytes. */
const MAX_NAME_BYTES = 240;
const HASH_CHARACTERS = 16;

/** Valid records in order, and what could not be read. */
interface Gathered {
  readonly records: SourceRecord[];
  readonly gaps: Gap[];
  /** Record id → place of its first use. */
  readonly ids: Map<string, string>;
}

/** Returns the built-in renderer: one Markdown page a module, one section a record. A bad record is a gap; the others survive. */
export function createRecordsRenderer(root: string): Renderer {
  return {
    id: RENDERER_ID,
    async render(): Promise<RenderOutcome> {
      const found: Gathered = { records: [], gaps: [], ids: new Map() };
      for (const path of listRecordFiles(root)) {
        const file = readRecordFile(root, path);
        if ("gap" in file) found.gaps.push(file.gap);
        else gather(found, path, await splitRecords(path, file.text));
      }
      return { status: "rendered", pages: await renderPages(found.records), gaps: found.gaps };
    },
  };
}

function gather(found: Gathered, path: string, values: readonly LocatedValue[]): void {
  for (const located of values) {
    const place = `${path}:${located.line}`;
    if (located.status === "invalid") reject(found, place, located.problem);
    else gatherRecord(found, place, located.value);
  }
}

function gatherRecord(found: Gathered, place: string, value: unknown): void {
  const parsed = parseRecord(value, place);
  if (parsed.status === "invalid") {
    reject(found, place, parsed.problem);
    return;
  }
  const { id } = parsed.record;
  const first = found.ids.get(id);
  if (first !== undefined) {
    const source = parsed.isIdMade ? " (made from module and title; state one)" : "";
    reject(found, place, `id ${quoteStart(id)}${source} is taken by ${first}, which is kept`);
    return;
  }
  for (const warning of parsed.warnings) reject(found, place, warning);
  found.ids.set(id, place);
  found.records.push(parsed.record);
}

function reject(found: Gathered, subject: string, detail: string): void {
  found.gaps.push({ code: "record_invalid", subject, detail });
}

async function renderPages(records: readonly SourceRecord[]): Promise<readonly RenderedPage[]> {
  if (records.length === 0) return [];
  const modules = groupByModule(records);
  const parser = await loadBlockParser();
  return [...modules.values()]
    .map((page) => ({
      path: `${fileNameOf(page.module)}.md`,
      bytes: Buffer.from(renderPage(page, parser), "utf8"),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Names that differ only in case or normalization are one module, first spelling kept: some file systems hold one such page. */
function groupByModule(
  records: readonly SourceRecord[],
): ReadonlyMap<string, { readonly module: string; readonly records: SourceRecord[] }> {
  const modules = new Map<string, { module: string; records: SourceRecord[] }>();
  for (const record of records) {
    const { module } = record;
    const key = fileNameOf(module).normalize("NFC").toLowerCase();
    const page = modules.get(key) ?? { module, records: [] };
    page.records.push(record);
    modules.set(key, page);
  }
  return modules;
}

/** Letters, digits and `._-` as they are, everything else percent-encoded, so that two modules never share a file by accident. */
function fileNameOf(module: string): string {
  const name = module
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}._ -]/gu, (char) =>
      Buffer.from(char, "utf8").reduce(
        (text, byte) => `${text}%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
        "",
      ),
    );
  const visible = name.startsWith(".") ? `%2E${name.slice(1)}` : name;
  return Buffer.byteLength(visible) <= MAX_NAME_BYTES ? visible : shorten(visible);
}

/** The start of a name, and a hash of all of it in place of the rest: longer names would not fit with their extension. */
function shorten(name: string): string {
  let start = "";
  for (const char of name) {
    if (Buffer.byteLength(start + char) > MAX_NAME_BYTES - HASH_CHARACTERS - 1) break;
    start += char;
  }
  return `${start}-${versionOf(Buffer.from(name, "utf8")).slice(0, HASH_CHARACTERS)}`;
}
