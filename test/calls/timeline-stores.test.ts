import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TimelineEvent, TimelineResponse } from "../../src/index.ts";
import { STORE_NAMES, type StoreName } from "../../src/model/artifact.ts";
import { aKeptProject, aMessage, KEPT, observedAt } from "../builders/a-kept-project.ts";
import { aPage } from "../builders/a-workspace.ts";
import { keepEntries, type TextEntry } from "../builders/kept-entries.ts";

const ROOMY = { capBytes: 900_000, newest: 1_000 };

const refsOf = (events: readonly TimelineEvent[]): readonly string[] =>
  events.map(({ artifact }) => artifact);

/** All of an answer but when it was kept, and in which folder. */
function told({ events, undated, window, question }: TimelineResponse): unknown {
  const untimed = (event: TimelineEvent): unknown => ({ ...event, indexedAt: "", project: "" });
  return { question, window, events: events.map(untimed), undated: undated.map(untimed) };
}

describe("a store that does not answer", () => {
  it.each(STORE_NAMES)(
    "%s, overwritten, is named, and the rest is told as before (PAR-01, PAR-02, PAR-04)",
    async (name) => {
      const workspace = await aKeptProject();
      const whole = await (await workspace.open()).timeline("", ROOMY);
      writeFileSync(join(workspace.dataFolder, `${name}.db`), "no database at all".repeat(400));
      for (const suffix of ["-wal", "-shm"]) {
        rmSync(join(workspace.dataFolder, `${name}.db${suffix}`), { force: true });
      }
      const partial = await (await workspace.open()).timeline("", ROOMY);
      expect(partial.completeness.complete).toBe(false);
      const report = partial.completeness.sources.find((source) => source.name === name);
      expect(report?.status).toBe("failed");
      expect(report?.reason).not.toBe("");
      expect(partial.gaps).toContainEqual(
        expect.objectContaining({ code: "source_failed", subject: name }),
      );
      expect(partial.events).toEqual(whole.events.filter(({ store }) => store !== name));
    },
  );

  it("is missing where its file is gone, and empty where nothing was ever kept (PAR-05, DIA-10)", async () => {
    const workspace = await aKeptProject({ sessions: KEPT.sessions });
    await (await workspace.open()).timeline("");
    for (const suffix of ["", "-wal", "-shm"]) {
      rmSync(join(workspace.dataFolder, `sessions.db${suffix}`), { force: true });
    }
    const { completeness } = await (await workspace.open()).timeline("");
    expect(completeness.sources.map(({ name, status }) => [name, status])).toEqual([
      ["files", "ok"],
      ["sessions", "missing"],
      ["memory", "ok"],
      ["captures", "ok"],
    ]);
  });

  it("makes a cursor stale once it answers again", async () => {
    const workspace = await aKeptProject({ sessions: KEPT.sessions, captures: KEPT.captures });
    const engine = await workspace.open();
    const { cursor } = await engine.timeline("", { newest: 1 });
    expect(cursor).not.toBe("none");
    await keepEntries(workspace.root, "memory", KEPT.memory);
    await expect(engine.timeline("", { newest: 1, cursor })).rejects.toMatchObject({
      code: "cursor_stale",
      details: { store: "memory" },
    });
  });
});

describe("what changes no timeline", () => {
  it("is the order in which entries were kept", async () => {
    const entries: readonly TextEntry[] = Array.from({ length: 12 }, (_, index) =>
      aMessage(`Entry ${index}.`, {
        seq: index,
        time: observedAt(`2026-10-1${index % 4}T08:00:00Z`),
      }),
    );
    const [forward, backward] = await Promise.all(
      [entries, entries.toReversed()].map(async (kept) => {
        const engine = await (await aKeptProject({ sessions: kept })).open();
        return told(await engine.timeline("", { ...ROOMY, sources: ["sessions"] }));
      }),
    );
    expect(backward).toEqual(forward);
  });

  it("is touching a file: its own date counts (known failure: bulk-bumped modification times)", async () => {
    const workspace = await aKeptProject();
    const engine = await workspace.open();
    const before = told(await engine.timeline("", ROOMY));
    utimesSync(join(workspace.root, "docs/owners.md"), new Date(0), new Date(0));
    workspace.advance(5_000);
    expect(told(await engine.timeline("", ROOMY))).toEqual(before);
  });
});

describe("what a timeline shows", () => {
  it("dates a file by what it declares, and leaves one that declares nothing undated (TIM-09)", async () => {
    const workspace = await aKeptProject({});
    workspace.write({
      "docs/late.md": aPage("Late", "Seen later.", "2026-10-09"),
      "docs/plain.md": "# Plain\n\nNo date.\n",
    });
    const response = await (await workspace.open()).timeline("", ROOMY);
    expect(response.events.map(({ kind, title, time }) => [kind, title, time.value])).toEqual([
      ["file", "Late", "2026-10-09"],
      ["file", "Owners", "2026-10-01"],
    ]);
    expect(response.events[0]?.time).toEqual({
      value: "2026-10-09",
      offset: "unknown",
      precision: "day",
      basis: "declared",
    });
    expect(response.undated.map(({ title }) => title)).toEqual(["Plain"]);
    expect(response.undatedCount).toBe(1);
  });

  it("cuts a window at half-open bounds, in the zone named", async () => {
    const at = (time: string): TextEntry => aMessage(`At ${time}.`, { time: observedAt(time) });
    const times = ["2026-10-14T18:29:59Z", "2026-10-14T18:30:00Z", "2026-10-15T18:30:00Z"];
    const engine = await (await aKeptProject({ sessions: times.map(at) })).open();
    const day = { since: "2026-10-15", until: "2026-10-16", zone: "Asia/Kolkata" };
    const { events, window } = await engine.timeline("", { ...ROOMY, ...day });
    expect(events.map(({ time }) => time.value)).toEqual(["2026-10-14T18:30:00Z"]);
    expect(window).toMatchObject({
      since: "2026-10-14T18:30:00Z",
      until: "2026-10-15T18:30:00Z",
      zone: "Asia/Kolkata",
    });
  });

  it("keeps to sessions, kinds and sources that were named, and hides what may be another project's (SCO-03)", async () => {
    const session = (id: string): Parameters<typeof aMessage>[1] => ({
      session: { agent: "claude-code", id, parentId: "none", agentId: "none" },
    });
    const sessions = [
      aMessage("Here.", session("one")),
      aMessage("There.", session("two")),
      aMessage("A call.", { ...session("one"), kind: "tool_call", toolName: "Read" }),
      aMessage("Whose?", { ...session("one"), attribution: "unknown" }),
    ];
    const engine = await (await aKeptProject({ ...KEPT, sessions })).open();
    const texts = async (options: Parameters<typeof engine.timeline>[1]): Promise<unknown> =>
      (await engine.timeline("", { ...ROOMY, ...options })).events.map(({ text }) => text).sort();
    expect(await texts({ sessions: ["one"] })).toEqual(["A call.", "Here."]);
    expect(await texts({ excludedSessions: ["one"], sources: ["sessions"] })).toEqual(["There."]);
    expect(await texts({ kinds: ["tool_call"] })).toEqual(["A call."]);
    expect(await texts({ kinds: ["file"] })).toHaveLength(1);
    const shown = await engine.timeline("", { ...ROOMY, sessions: ["one"], quarantined: true });
    expect(shown.events.map(({ project }) => project)).toContain("unknown");
    expect(shown.events).toHaveLength(3);
  });

  it("refuses what cannot be meant, with the nearest word", async () => {
    const engine = await (await aKeptProject({})).open();
    const refusal = async (options: object): Promise<string> =>
      engine.timeline("", options).then(
        () => "none",
        (error: Error) => error.message,
      );
    expect(await refusal({ kinds: ["mesage"] })).toContain('Did you mean "message"?');
    expect(await refusal({ sources: ["sesions"] })).toContain('Did you mean "sessions"?');
    expect(await refusal({ newest: 3, oldest: 3 })).toContain("together with newest");
    expect(await refusal({ newest: 0 })).toContain("from 1 to 1000");
    expect(await refusal({ zone: "Mars/Base" })).toContain("is no time zone");
    expect(await refusal({ since: "2026-10-02", until: "2026-10-02" })).toContain("is not after");
  });

  it("begins the excerpt of a long text at the first word asked for, and cites exactly those lines", async () => {
    const filler = Array.from({ length: 200 }, (_, line) => `Line ${line} says little.`);
    const text = [...filler, "Then the harbormaster resigned.", "And that was that."].join("\n");
    const engine = await (await aKeptProject({ sessions: [aMessage(text)] })).open();
    const { events } = await engine.timeline("harbormasters");
    expect(events[0]).toMatchObject({
      text: "Then the harbormaster resigned.\nAnd that was that.",
      truncated: true,
      citation: { startLine: 201, endLine: 202 },
    });
  });
});

describe("paging", () => {
  it("tells everything exactly once, whatever the stores hold and however small a page (ORD-08)", async () => {
    const entry = fc.record({
      store: fc.constantFrom<StoreName>("sessions", "memory", "captures"),
      hour: fc.nat(5),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom("newest", "oldest"),
        async (given, size, order) => {
          const kept: Partial<Record<StoreName, TextEntry[]>> = {};
          given.forEach(({ store, hour }, index) => {
            const time = observedAt(`2026-10-14T0${hour}:00:00Z`);
            const path = `p/${index}`;
            const own = kept[store] ?? [];
            own.push(aMessage(`Event ${index}.`, { store, path, time }));
            kept[store] = own;
          });
          const engine = await (await aKeptProject(kept)).open();
          const whole = await engine.timeline("", { capBytes: 900_000, [order]: 1_000 });
          const expected = given.map(({ store }, index) => `artifact://${store}/p/${index}`);
          expect(
            refsOf(whole.events)
              .filter((ref) => !ref.includes("files"))
              .toSorted(),
          ).toEqual(expected.toSorted());
          const paged: string[] = [];
          let cursor = "";
          do {
            const page: TimelineResponse = await engine.timeline("", {
              [order]: size,
              ...(cursor === "" ? {} : { cursor }),
            });
            expect(page.window.omittedBefore).toBe(paged.length);
            paged.push(...refsOf(page.events));
            expect(page.window.omittedAfter).toBe(whole.events.length - paged.length);
            cursor = page.cursor;
          } while (cursor !== "none");
          expect(paged).toEqual(refsOf(whole.events));
          await engine.close();
        },
      ),
      { numRuns: 12 },
    );
  });
});
