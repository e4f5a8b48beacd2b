import { describe, expect, it } from "vitest";
import type { TimelineEvent, TimelineResponse } from "../../src/index.ts";
import { aKeptProject, aMessage, aNote, KEPT, observedAt } from "../builders/a-kept-project.ts";
import type { TextEntry } from "../builders/kept-entries.ts";

/** Large enough for every event of these tests. */
const ROOMY = { capBytes: 500_000 };

const valuesOf = (events: readonly TimelineEvent[]): readonly string[] =>
  events.map(({ time }) => time.value);

/** Messages a minute apart, the first one first. */
function aDay(count: number): readonly TextEntry[] {
  return Array.from({ length: count }, (_, minute) =>
    aMessage(`Step ${minute} was taken by crew ${minute % 2 === 0 ? "even" : "odd"}.`, {
      seq: minute,
      time: observedAt(new Date(Date.UTC(2026, 9, 14, 8, minute)).toISOString()),
    }),
  );
}

async function readAll(
  ask: (cursor?: string) => Promise<TimelineResponse>,
): Promise<readonly TimelineResponse[]> {
  const pages = [await ask()];
  for (let page = pages[0]; page !== undefined && page.cursor !== "none"; page = pages.at(-1)) {
    pages.push(await ask(page.cursor));
  }
  return pages;
}

describe("a timeline", () => {
  it("gives the newest of every store, newest first, and names order and window (ORD-03, ORD-07, ORD-09)", async () => {
    const engine = await (await aKeptProject()).open();
    const response = await engine.timeline("", { newest: 3, ...ROOMY });
    expect(response.events.map(({ store, kind, time }) => [store, kind, time.value])).toEqual([
      ["sessions", "message", "2026-10-14T09:30:00Z"],
      ["sessions", "message", "2026-10-14T09:30:00Z"],
      ["captures", "capture", "2026-10-13T08:00:00Z"],
    ]);
    expect(response.order).toBe("newest");
    expect(response.window).toEqual({
      since: "none",
      until: "none",
      limit: 3,
      zone: "UTC",
      omittedBefore: 0,
      omittedAfter: 2,
    });
    expect(response.question).toContain("The newest 3 dated events of files, sessions, memory");
    expect(response.completeness.sources.map(({ name, status }) => [name, status])).toEqual([
      ["files", "ok"],
      ["sessions", "ok"],
      ["memory", "ok"],
      ["captures", "ok"],
    ]);
  });

  it("gives the newest 50 of 60 dated events, and the oldest 50 on request (ORD-08, ORD-11)", async () => {
    const engine = await (await aKeptProject({ sessions: aDay(60) })).open();
    const newest = await engine.timeline("", { newest: 50, sources: ["sessions"], ...ROOMY });
    expect(newest.events).toHaveLength(50);
    expect(newest.events[0]?.text).toContain("Step 59");
    expect(newest.events[49]?.text).toContain("Step 10");
    expect(newest.window.omittedAfter).toBe(10);
    const oldest = await engine.timeline("", { oldest: 50, sources: ["sessions"], ...ROOMY });
    expect(oldest.events[0]?.text).toContain("Step 0");
    expect(oldest.events[49]?.text).toContain("Step 49");
    expect(oldest.order).toBe("oldest");
  });

  it("reads on with a cursor until it has told everything once, whatever fits a page", async () => {
    const kept = { ...KEPT, sessions: aDay(30) };
    const engine = await (await aKeptProject(kept)).open();
    const whole = await engine.timeline("", { newest: 1_000, ...ROOMY });
    const pages = await readAll((cursor) =>
      engine.timeline("", {
        newest: 7,
        capBytes: 6_000,
        ...(cursor === undefined ? {} : { cursor }),
      }),
    );
    const refs = (events: readonly TimelineEvent[]): readonly string[] =>
      events.map(({ artifact }) => artifact);
    expect(pages.flatMap(({ events }) => refs(events))).toEqual(refs(whole.events));
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.at(-1)?.window.omittedBefore).toBe(
      whole.events.length - (pages.at(-1)?.events.length ?? 0),
    );
  });

  it("refuses a cursor of another question, of another state, and what is none", async () => {
    const workspace = await aKeptProject();
    const engine = await workspace.open();
    const { cursor } = await engine.timeline("", { newest: 1 });
    await expect(engine.timeline("ledger", { newest: 1, cursor })).rejects.toMatchObject({
      code: "cursor_mismatch",
    });
    await expect(engine.timeline("", { cursor: `${cursor}x` })).rejects.toMatchObject({
      code: "cursor_invalid",
    });
    workspace.write({ "docs/new.md": "# New\n" });
    workspace.advance(5_000);
    await expect(engine.timeline("", { newest: 1, cursor })).rejects.toMatchObject({
      code: "cursor_stale",
      details: { store: "files" },
    });
  });

  it("keeps what has no time apart, with its count (TIM-02, TIM-06, TIM-09)", async () => {
    const undated = aMessage("Nobody wrote down when.", {
      time: { at: "unknown", basis: "unknown" },
    });
    const restamped = aMessage("A fork said this again.", {
      time: { ...observedAt("2026-10-15T11:00:00Z"), basis: "observed_restamped" } as never,
    });
    const engine = await (
      await aKeptProject({ sessions: [...KEPT.sessions, undated, restamped] })
    ).open();
    const response = await engine.timeline("", { sources: ["sessions"], ...ROOMY });
    expect(response.events).toHaveLength(2);
    expect(response.undatedCount).toBe(2);
    expect(response.undated.map(({ text, time }) => [text, time.basis])).toContainEqual([
      "Nobody wrote down when.",
      "unknown",
    ]);
  });

  it("finds words in any form, without ranking and without a cap (DIA-09)", async () => {
    const engine = await (await aKeptProject({ sessions: aDay(60) })).open();
    const response = await engine.timeline("crews odd", { newest: 1_000, ...ROOMY });
    expect(response.events).toHaveLength(30);
    expect(response.events[0]?.text).toContain("Step 59");
    expect(response.question).toContain('holding all words of "crews odd"');
  });

  it("says which times are evidence, and with audit keeps the others apart (TIM-05, TIM-08)", async () => {
    const declared = aNote("The desk moved.", {
      time: { at: "2026-10-13", basis: "declared", precision: "day", offset: "unknown" },
      path: "note/moved",
    });
    const kept = { ...KEPT, memory: [...KEPT.memory, declared] };
    const engine = await (await aKeptProject(kept)).open();
    const plain = await engine.timeline("", { sources: ["memory"], ...ROOMY });
    expect(plain.events.map(({ auditGrade }) => auditGrade)).toEqual([false, true]);
    const audit = await engine.timeline("", { audit: true, sources: ["memory"], ...ROOMY });
    expect(valuesOf(audit.events)).toEqual(["2026-10-12T08:00:00Z"]);
    expect(audit.unproven?.map(({ text }) => text)).toEqual(["The desk moved."]);
    expect(audit.unprovenCount).toBe(1);
  });

  it("names the step of each store in a trace (DIA-07, ORD-10)", async () => {
    const engine = await (await aKeptProject()).open();
    const { trace } = await engine.timeline("", { newest: 2, trace: true });
    expect(trace?.map(({ step, detail, count }) => `${step} ${detail}: ${count}`)).toEqual([
      "refresh refreshed: 0",
      "list sessions: newest: 2",
      "list memory: newest: 1",
      "list captures: newest: 1",
      "list content: newest: 1",
      "merge newest first, ties by reference: 5",
      "limit 2 after the merge: 2",
      "cite re-read and re-hashed: 2",
    ]);
  });

  it("tells at least one event and every signal in 2,000 bytes", async () => {
    const engine = await (
      await aKeptProject({ ...KEPT, sessions: [aMessage("word ".repeat(2_000))] })
    ).open();
    const response = await engine.timeline("", { capBytes: 2_000 });
    expect(Buffer.byteLength(`${JSON.stringify(response)}\n`)).toBeLessThanOrEqual(2_000);
    expect(response.events.length).toBeGreaterThan(0);
    expect(response.completeness.sources).toHaveLength(4);
    expect(response.budget.dropped).toBeGreaterThan(0);
    expect(response.window.omittedAfter).toBe(4 - response.events.length);
  });
});
