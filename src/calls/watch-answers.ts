import { EngineError } from "../errors.ts";
import type { Gap } from "../model/gap.ts";
import type { LedgerEntry } from "../model/ledger-record.ts";
import type { BundleWatch, FollowingAnswer } from "../pipeline/import/track-bundles.ts";
import { bundleIdsIn, givesBundle } from "../pipeline/ledger/gives-bundle.ts";
import type { EntryStore } from "../ports/entry-store.ts";
import { findUse, keepUse } from "./record-use.ts";
import { readBefore } from "./related-bundles.ts";
import type { CallParts } from "./session.ts";
import { reasonOf } from "./store-answer.ts";

/** What became of the answers that an import saw behind bundles of this program. */
export interface WatchedAnswers {
  /** Answers whose use of a bundle was recorded now. */
  readonly recorded: number;
  /** Why some could not be: then what follows a bundle in these files is not looked at again. */
  readonly gaps: readonly Gap[];
}

/** Watches an import for bundles and for what follows them. */
export interface AnswerWatch extends BundleWatch {
  /** Finds and records what the answers used, by the texts that the store keeps of them. */
  settle(store: EntryStore): Promise<WatchedAnswers>;
}

type Parts = Pick<CallParts, "clock" | "ledger">;

/**
 * Opens a watch. A bundle counts as given where a result of this program names it and shows its words; a message of the agent behind
 * it is an answer to it and to the bundles it goes on from. Kept are answers that show a use or cite what does not exist, and the
 * last one of the turn in any case: that it used nothing is known then, too. Seen again they change nothing.
 */
export function createAnswerWatch(parts: Parts): AnswerWatch {
  const answers = new Map<string, FollowingAnswer>();
  const gaps: Gap[] = [];

  async function readGiven(id: string): Promise<LedgerEntry | "unknown"> {
    // Nobody imports in order to read the ledger: one that cannot be read is told once, and the import goes on.
    if (gaps.length > 0) return "unknown";
    try {
      return await parts.ledger.read(id);
    } catch (error) {
      gaps.push(toGap(error));
      return "unknown";
    }
  }

  return {
    async recognize(text) {
      const given: string[] = [];
      for (const id of bundleIdsIn(text)) {
        const entry = await readGiven(id);
        if (entry !== "unknown" && givesBundle(text, entry.record)) given.push(id);
      }
      return given;
    },
    answered: (answer) => {
      answers.set(answer.ref, answer);
    },
    async settle(store) {
      let recorded = 0;
      try {
        for (const said of await readAnswers(store, [...answers.values()])) {
          recorded += (await recordAnswer(parts, said)) ? 1 : 0;
        }
      } catch (error) {
        gaps.push(toGap(error));
      }
      return { recorded, gaps };
    },
  };
}

/** An answer with its text. */
interface Said extends FollowingAnswer {
  readonly text: string;
  /** Whether no other one of its turn came after it. */
  readonly isLast: boolean;
}

async function readAnswers(
  store: EntryStore,
  answers: readonly FollowingAnswer[],
): Promise<readonly Said[]> {
  const entries = await store.entries(
    answers.map(({ ref }) => ref),
    { quarantined: "shown" },
  );
  const texts = await store.readTexts(entries.map(({ version }) => version));
  const byRef = new Map(answers.map((answer) => [answer.ref, answer]));
  const lastOf = new Map<string, string>();
  const said = entries.flatMap(({ ref }, at) => {
    const answer = byRef.get(ref);
    const text = texts[at];
    // Forgotten meanwhile, or damaged: nothing can be said of it.
    if (answer === undefined || text === undefined || typeof text === "string") return [];
    if (answer.isSameTurn) lastOf.set(turnOf(answer), ref);
    return [{ ...answer, text: Buffer.from(text).toString() }];
  });
  return said.map((answer) => ({
    ...answer,
    isLast: lastOf.get(turnOf(answer)) === answer.ref,
  }));
}

function turnOf({ bundles, session }: FollowingAnswer): string {
  return `${session} ${bundles.at(-1)}`;
}

/** Records what an answer used of the newest bundle before it and of those that one goes on from. */
async function recordAnswer(parts: Parts, said: Said): Promise<boolean> {
  const newest = await parts.ledger.read(said.bundles.at(-1) ?? "");
  if (newest === "unknown") return false;
  const before = (await readBefore(parts, newest)).filter(({ record }) =>
    said.bundles.includes(record.id),
  );
  const chain = [...before, newest];
  let isRecorded = false;
  for (const entry of chain) {
    const use = await findUse(parts, { entry, chain }, { ...said, from: "transcript" });
    const isTelling = use.used.length > 0 || use.unknownCitations.length > 0;
    const isWanted = entry === newest ? isTelling || said.isLast : use.used.length > 0;
    if (isWanted && (await keepUse(parts, entry, use))) isRecorded = true;
  }
  return isRecorded;
}

function toGap(error: unknown): Gap {
  if (!(error instanceof EngineError)) throw error;
  return { code: "source_failed", subject: "ledger", detail: reasonOf(error) };
}
