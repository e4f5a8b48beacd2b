import { EngineError } from "../../errors.ts";
import type { Connection } from "./connection.ts";
import { countsOfDaysHold } from "./entry-days.ts";
import { listIndexSegments } from "./entry-index.ts";
import { listReadFiles } from "./entry-read-files.ts";
import { ENTRY_COLUMNS, type EntryRow, type EntryTables, fromRows, toRow } from "./entry-rows.ts";
import { loadState, type StoreState } from "./entry-state.ts";
import type { EntryTexts } from "./entry-texts.ts";
import { listTitles } from "./entry-titles.ts";
import { readBlocks } from "./segment-rows.ts";

/** Findings after which looking further tells nobody more. */
const MAX_FINDINGS = 100;

/** Rows read at a time. */
const BATCH = 500;

/**
 * Reads every row and computes the hash of every text again; returns what does not check out, the database's own structure
 * first. Empty when sound.
 */
export function findEntryDamage(tables: EntryTables, texts: EntryTexts): readonly string[] {
  return attempt(() =>
    tables.connection.read(() =>
      [
        ...checkStructure(tables.connection),
        ...attempt(() => checkEntries(tables, texts)),
        ...checkDays(tables.connection),
        ...checkBlocks(tables.connection),
        ...attempt(() => checkLocators(tables.connection)),
        ...attempt(() => checkNotes(tables.connection)),
        ...attempt(() => checkSegments(tables)),
      ].slice(0, MAX_FINDINGS),
    ),
  );
}

/** Damage that a read trips over is a finding like any other. */
function attempt(check: () => readonly string[]): readonly string[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof EngineError && error.code === "store_corrupt") return [error.message];
    throw error;
  }
}

function checkStructure(connection: Connection): readonly string[] {
  const rows = connection.all<{ quick_check: string }>(`PRAGMA quick_check(${MAX_FINDINGS})`);
  const foreign = connection.all<{ table: string }>("PRAGMA foreign_key_check");
  return [
    ...rows.map((row) => row.quick_check).filter((finding) => finding !== "ok"),
    ...foreign.map((row) => `a row of ${row.table} names a row that is not there`),
  ];
}

function checkEntries(tables: EntryTables, texts: EntryTexts): readonly string[] {
  const findings: string[] = [];
  const counted = { visible: 0, hidden: 0, undated: 0, unindexed: 0 };
  const state = loadState(tables.connection);
  for (let last = 0; ; ) {
    const rows = tables.connection.all<EntryRow>(
      `SELECT ${ENTRY_COLUMNS} FROM entries WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
      last,
    );
    for (const row of rows) {
      findings.push(...attempt(() => checkEntry(tables, texts, row)));
      counted[row.hidden === 0 ? "visible" : "hidden"] += 1;
      counted.undated += Number(row.epoch_ms === null);
      counted.unindexed += Number(row.id > state.watermark);
      last = row.id;
    }
    if (rows.length < BATCH) return [...findings, ...checkCounts(state, counted)];
  }
}

function checkEntry(tables: EntryTables, texts: EntryTexts, row: EntryRow): readonly string[] {
  const [entry] = fromRows(tables, [row]);
  if (entry === undefined) return [];
  const findings: string[] = [];
  const expected = toRow(tables, entry, row.key);
  if (expected.hidden !== row.hidden || expected.epoch_ms !== row.epoch_ms) {
    findings.push(`${entry.ref} stands at a place in time that it does not state`);
  }
  if (texts.read(row) === "damaged") findings.push(`the text of ${entry.ref} is damaged`);
  return findings;
}

function checkCounts(
  { visible, hidden, unindexed }: StoreState,
  counted: { visible: number; hidden: number; undated: number; unindexed: number },
): readonly string[] {
  const pairs = [
    ["entries", visible.dated + visible.undated, counted.visible],
    ["entries in quarantine", hidden.dated + hidden.undated, counted.hidden],
    ["entries without a time", visible.undated + hidden.undated, counted.undated],
    ["entries that the index lacks", unindexed, counted.unindexed],
  ] as const;
  return pairs
    .filter(([, said, found]) => said !== found)
    .map(([what, said, found]) => `the store says ${said} ${what}; ${found} are stored`);
}

function checkDays(connection: Connection): readonly string[] {
  return countsOfDaysHold(connection) ? [] : ["the number of entries of some day is wrong"];
}

/** Text that no entry names should have been erased. */
function checkBlocks(connection: Connection): readonly string[] {
  const rows = connection.all<{ id: number }>(
    `SELECT id FROM text_blocks LEFT JOIN (
       SELECT block_id, sum(length) AS named
       FROM (SELECT DISTINCT block_id, start, length FROM entries) GROUP BY block_id
     ) ON block_id = id WHERE ifnull(named, 0) <> live_bytes ORDER BY id LIMIT ${MAX_FINDINGS}`,
  );
  return rows.map(({ id }) => `text block ${id} holds other texts than its entries name`);
}

function checkLocators(connection: Connection): readonly string[] {
  const row = connection.get<{ count: number }>(
    `SELECT count(*) AS count FROM locators
     WHERE entry_id NOT IN (SELECT id FROM entries) OR path_id NOT IN (SELECT id FROM paths)`,
  );
  if (row === undefined || row.count === 0) return [];
  return [`${row.count} locators name an entry or a path that is not there`];
}

/** Reading each is the check: a row that is not what was written is refused. */
function checkNotes(connection: Connection): readonly string[] {
  listReadFiles(connection);
  listTitles(connection);
  return [];
}

function checkSegments(tables: EntryTables): readonly string[] {
  const { connection } = tables;
  listIndexSegments(tables);
  const keys = connection.all<{ segment_id: number; kind: string; number: number }>(
    "SELECT segment_id, kind, number FROM segment_blocks ORDER BY segment_id, kind, number",
  );
  return keys
    .filter((key) => !(readBlocks(connection, key.segment_id, [key])[0] instanceof Uint8Array))
    .map((key) => `block ${key.kind} ${key.number} of segment ${key.segment_id} is damaged`);
}
