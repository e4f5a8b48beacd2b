import type { Engine } from "../../../src/model/engine.ts";
import type { SessionQuestion, SessionSet } from "./session-set.ts";

/** How a set's questions and days were answered by time. */
export interface TimelineFigures {
  /** Questions that name, or whose answer names, the day of a session that answers them. */
  readonly questions: number;
  /** Of those: exactly the turns of that day came back, a right session's among them. */
  readonly right: number;
  /** Days from the first to the last of the set, each asked by itself. */
  readonly days: number;
  /** Of those: exactly the turns of that day came back, none on a day without any. */
  readonly rightDays: number;
}

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];
const DAY_MS = 86_400_000;

/** Asks the program what happened on a day, for every question about a day and for every day. */
export async function askTimeline(engine: Engine, set: SessionSet): Promise<TimelineFigures> {
  const turns = [...set.sessions.values()].flat();
  const written = turns.map((turn) => turn.occurredOn).sort();
  const [first = "", last = ""] = [written[0], written.at(-1)];
  const days: string[] = [];
  for (let day = first; day <= last; day = nextDay(day)) days.push(day);
  const rightDays = new Set<string>();
  for (const day of days) {
    const expected = turns.filter((turn) => turn.occurredOn === day);
    const found = await sessionsOf(engine, day);
    if (String(found) === String(expected.map((turn) => turn.session).sort())) rightDays.add(day);
  }
  const dated = set.questions
    .map((question) => ({ question, day: findDay(set, question) }))
    .filter(({ day }) => day !== "none");
  let right = 0;
  for (const { question, day } of dated) {
    const found = await sessionsOf(engine, day);
    if (rightDays.has(day) && found.some((session) => question.evidence.has(session))) right += 1;
  }
  return { questions: dated.length, right, days: days.length, rightDays: rightDays.size };
}

/** The session of every event of a day, sorted. */
async function sessionsOf(engine: Engine, day: string): Promise<readonly string[]> {
  const window = { since: day, until: nextDay(day), oldest: 1_000, capBytes: 1_000_000 } as const;
  const { completeness, cursor, events } = await engine.timeline("", {
    ...window,
    sources: ["sessions"],
  });
  if (!completeness.complete || cursor !== "none") throw new Error(`${day} was not shown whole.`);
  return events.map(({ session }) => session).sort();
}

/** The day of a session that answers, where the question or its answer names it: `January 25`. */
function findDay(set: SessionSet, { question, answer, evidence }: SessionQuestion): string {
  const named = new Set(
    [...`${question} ${answer}`.matchAll(/\b([A-Z][a-z]+) (\d{1,2})\b/g)]
      .filter(([, month = ""]) => MONTHS.includes(month))
      .map(
        ([, month = "", day = ""]) => `${twoDigits(MONTHS.indexOf(month) + 1)}-${twoDigits(day)}`,
      ),
  );
  const days = [...evidence]
    .map((session) => set.sessions.get(session)?.[0]?.occurredOn ?? "")
    .filter((day) => named.has(day.slice(5)));
  return days[0] ?? "none";
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

function twoDigits(value: number | string): string {
  return String(value).padStart(2, "0");
}
