import { formatTable } from "../../table.ts";
import { INDEX_ALONE, type JudgedSessions, PLAIN_FTS5, SHIPPED } from "./judge-sessions.ts";

/** A mark stated before the run, and what the run gave. */
export interface SessionMark {
  readonly claim: string;
  readonly value: number;
  readonly atLeast: number;
  readonly passed: boolean;
}

/** What the issue asks of the program's rows beside plain FTS5's in the same run: above it is the mark, 85 and 99 % the aim. */
const AIMED_FIRST = 0.85;
const AIMED_IN_FIVE = 0.99;

/** Holds the program's rows against plain FTS5, and what it says about days against what is written. */
export function judgeSessionMarks({ rows, timeline }: JudgedSessions): readonly SessionMark[] {
  const plain = rows.find(({ name }) => name === PLAIN_FTS5);
  const ours = rows.filter(({ name }) => name === INDEX_ALONE || name === SHIPPED);
  return [
    ...ours.flatMap(({ first, inFive, name }) => [
      toMark(`${name}: gain over plain FTS5, first`, first - (plain?.first ?? 1), Number.EPSILON),
      toMark(
        `${name}: gain over plain FTS5, in five`,
        inFive - (plain?.inFive ?? 1),
        Number.EPSILON,
      ),
      toMark(`${name}: right session first (aim)`, first, AIMED_FIRST),
      toMark(`${name}: right session in five (aim)`, inFive, AIMED_IN_FIVE),
    ]),
    toMark("questions about a day answered", timeline.right, timeline.questions),
    toMark("days listed exactly", timeline.rightDays, timeline.days),
  ];
}

/** Formats what was found of one set, and its marks. */
export function formatSessions(judged: JudgedSessions, marks: readonly SessionMark[]): string {
  const { answerable, name, rows, sessions, timeline, turns, unanswerable } = judged;
  const head = [
    ...[`${name}: ${answerable} questions`, "first", "in five", "MRR"],
    ...["choose: first", "in five", "report: first", "in five"],
  ];
  const table = rows.map((row) => [
    ...[row.name, percent(row.first), percent(row.inFive), row.mrr.toFixed(3)],
    ...[row.halves.choose, row.halves.report].flatMap(({ first, inFive }) => [
      percent(first),
      percent(inFive),
    ]),
  ]);
  const of = ({ questions, withMissingWord, notCovered }: typeof unanswerable.answerable): string =>
    `a word that no passage holds is named for ${withMissingWord} of ${questions}, no passage holds all words of ${notCovered}`;
  return [
    formatTable(head, table),
    `${sessions} sessions, ${turns} turns, imported and asked through dist/.`,
    `Questions that nothing answers: ${of(unanswerable)}. Those that something answers: ${of(unanswerable.answerable)}.`,
    `By day: ${timeline.right} of ${timeline.questions} questions, ${timeline.rightDays} of ${timeline.days} days.`,
    ...marks.map(
      ({ atLeast, claim, passed, value }) =>
        `${passed ? "passed" : "MISSED"}: ${claim}: ${round(value)}, at least ${round(atLeast)}`,
    ),
  ].join("\n");
}

function toMark(claim: string, value: number, atLeast: number): SessionMark {
  return { claim, value, atLeast, passed: value >= atLeast };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function round(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}
