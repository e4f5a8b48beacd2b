import type { ArtifactRef } from "../../model/artifact.ts";
import type { TranscriptEvent } from "../../ports/transcript-reader.ts";

/** A message of an agent that had been given bundles of this program. */
export interface FollowingAnswer {
  /** The entry that it is kept as. */
  readonly ref: ArtifactRef;
  /** The same for all answers of one session, sub-agents apart. */
  readonly session: string;
  /** Bundles given before it in its session, the newest last. */
  readonly bundles: readonly string[];
  /** Whether it belongs to the turn in which the newest was given: nobody has spoken in between. */
  readonly isSameTurn: boolean;
}

/** Is told of bundles in transcripts and of what follows them. */
export interface BundleWatch {
  /** Returns the bundles that a result of this program shows its reader; empty when it shows none. */
  recognize(text: string): Promise<readonly string[]>;
  answered(answer: FollowingAnswer): void;
}

/** For an import whose reader wants nothing of bundles. */
export const NO_BUNDLES: BundleWatch = {
  recognize: () => Promise.resolve([]),
  answered: () => undefined,
};

/** What is known of one session in the middle of its file. */
export interface BundleMark {
  readonly session: string;
  readonly bundles: readonly string[];
  readonly isSameTurn: boolean;
}

/** Follows the sessions of one file. */
export interface BundleTracker {
  /** Takes a result of this program, which is not kept. */
  given(event: TranscriptEvent): Promise<void>;
  /** Takes an event that is kept; returns what it follows if it is an answer. */
  follow(event: TranscriptEvent): Omit<FollowingAnswer, "ref"> | "nothing";
  /** For going on in the middle of the file. */
  marks(): readonly BundleMark[];
}

/** A reader goes on from its newest bundles; older ones are remembered as long as there is room. */
const MAX_BUNDLES = 20;
/** Few files hold many sessions that were given bundles. */
const MAX_SESSIONS = 50;

/** Returns a tracker that knows nothing yet, or what an earlier import of the same file knew. */
export function createBundleTracker(
  watch: BundleWatch,
  known: readonly BundleMark[],
): BundleTracker {
  const sessions = new Map(known.map((mark) => [mark.session, mark]));
  const keep = (mark: BundleMark): void => {
    sessions.delete(mark.session);
    sessions.set(mark.session, mark);
    const [oldest] = sessions.keys();
    if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  };
  return {
    async given(event) {
      if (event.kind !== "tool_result") return;
      const shown = await watch.recognize(event.text);
      if (shown.length === 0) return;
      const session = keyOf(event);
      const before = sessions.get(session)?.bundles ?? [];
      const bundles = [...before.filter((id) => !shown.includes(id)), ...shown];
      keep({ session, bundles: bundles.slice(-MAX_BUNDLES), isSameTurn: true });
    },
    follow(event) {
      if (event.kind !== "message") return "nothing";
      const mark = sessions.get(keyOf(event));
      if (mark === undefined) return "nothing";
      if (event.role === "user" && isSpoken(event)) keep({ ...mark, isSameTurn: false });
      if (event.role !== "assistant") return "nothing";
      return mark;
    },
    marks: () => [...sessions.values()],
  };
}

/** What the agent's own program put in begins no turn. */
function isSpoken({ marks }: TranscriptEvent): boolean {
  return !marks.includes("synthetic") && !marks.includes("derived");
}

/** A sub-agent was given what it was given, and not what its parent was. */
function keyOf({ session: { agent, agentId, id } }: TranscriptEvent): string {
  return `${agent}\0${id}\0${agentId}`;
}
