import { readFileSync } from "node:fs";
import { O200K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";
import type { TokenCounter } from "../ports/token-counter.ts";
import { MergeCounter } from "./merge-counter.ts";
import { openRanks, packRanks, type RankTable } from "./rank-table.ts";

/** The packed ranks, beside the bundled command or in its folder beside the library's; scripts/bundle.mjs writes them. */
const PACKED = ["./o200k-base.ranks", "../bin/o200k-base.ranks"] as const;

/** So many distinct pieces are remembered: texts repeat their words. */
const MAX_REMEMBERED = 20_000;

let opened: Promise<TokenCounter> | undefined;

/**
 * Returns the counter of `o200k_base`. What looks like a special token counts as the characters it is written with: in a text it
 * is nothing else. Never throws, whatever the text. A process has one table.
 */
export function openO200kCounter(): Promise<TokenCounter> {
  opened ??= createCounter();
  return opened;
}

async function createCounter(): Promise<TokenCounter> {
  const counter = new MergeCounter(await openTable());
  const remembered = new Map<string, number>();
  const countPiece = (piece: string): number => {
    const known = remembered.get(piece);
    if (known !== undefined) return known;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const count = counter.count(piece);
    remembered.set(piece, count);
    return count;
  };
  return {
    name: "o200k_base",
    count(text) {
      let sum = 0;
      for (const [piece] of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) sum += countPiece(piece);
      return sum;
    },
  };
}

async function openTable(): Promise<RankTable> {
  for (const name of PACKED) {
    const table = readPacked(new URL(name, import.meta.url));
    if (table !== "malformed") return table;
  }
  // Sources that nobody built, and a package that lost a file: the same table takes a quarter of a second more.
  const { default: ranks } = await import("gpt-tokenizer/bpeRanks/o200k_base");
  const table = openRanks(packRanks(ranks));
  if (table === "malformed") throw new Error("a table packed a moment ago cannot be opened");
  return table;
}

function readPacked(url: URL): RankTable | "malformed" {
  try {
    return openRanks(readFileSync(url));
  } catch (error) {
    if (error instanceof Error && "code" in error) return "malformed";
    throw error;
  }
}
