import type { ShippedProgram } from "../shipped-program.ts";
import { alternate, type Timing } from "../speed/alternate.ts";
import { sampleQueries } from "../speed/sample-queries.ts";
import { openFts5Events } from "./fts5-process.ts";
import type { StagedSessions } from "./stage-sessions.ts";

/** Warm answers, the program first and FTS5 beside it. */
export interface QuestionFigures {
  readonly newest: readonly Timing[];
  readonly search: readonly Timing[];
}

const NEWEST = 50;
const HITS = 10;
/** Room for fifty events: an answer cut to its cap would be another question. */
const CAP_BYTES = 200_000;

/** Asks both for the newest events and for content words, in turns, in this process. */
export async function measureQuestions(
  program: ShippedProgram,
  staged: StagedSessions,
  asked: { readonly samples: readonly string[]; readonly count: number },
): Promise<QuestionFigures> {
  const { fts5File, storeFolder, workspace } = staged;
  const engine = await program.openEngine({ workspace, dataFolder: storeFolder });
  const fts5 = openFts5Events(fts5File);
  const call = { sources: ["sessions"], refresh: "off", capBytes: CAP_BYTES } as const;
  try {
    const first = await engine.timeline("", { ...call, newest: NEWEST });
    if (first.events.length !== NEWEST) {
      throw new Error(`${first.events.length} of ${NEWEST} newest events were shown.`);
    }
    const newest = await alternate(
      [
        { name: "exhibit", answer: () => engine.timeline("", { ...call, newest: NEWEST }) },
        { name: "fts5", answer: () => fts5.newest(NEWEST) },
      ],
      Array.from({ length: asked.count }, () => ""),
    );
    const { content } = sampleQueries(asked.samples, {
      ...{ count: asked.count, seed: 5, frame: "invented" },
    });
    const search = await alternate(
      [
        {
          name: "exhibit",
          answer: (query) => engine.search(query, { ...call, limit: HITS }),
        },
        { name: "fts5", answer: (query) => fts5.search(query, HITS) },
      ],
      content,
    );
    return { newest, search };
  } finally {
    fts5.close();
    await engine.close();
  }
}
