import { describe, expect, it } from "vitest";
import { aWorkspace } from "../builders/a-workspace.ts";

const lines = (...records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join("\n");

describe("a record file", () => {
  it("is no text of its own: whoever names it is told its pages", async () => {
    const workspace = aWorkspace({
      "records/limits.jsonl": lines(
        { title: "Kiln", body: "Forty." },
        { title: "Loom", body: "Nine.", module: "Weaving hall" },
      ),
      "records/other.jsonl": lines({ title: "Shed", body: "None." }),
    });
    const engine = await workspace.open();
    await engine.search("forty");
    const observation = {
      at: "2026-10-15T11:00:00Z",
      expires: "2026-10-16T11:00:00Z",
      evidence: "counted",
    };
    const refused = {
      code: "path_refused",
      message:
        "records/limits.jsonl stays closed: its records are on the pages .exhibit/pages/Weaving hall.md, .exhibit/pages/limits.md; name that instead.",
    };
    await expect(engine.observe("records/limits.jsonl", observation)).rejects.toMatchObject(
      refused,
    );
    await expect(engine.open("records/limits.jsonl")).rejects.toMatchObject(refused);
    await expect(engine.open("records/other.jsonl")).rejects.toThrow(
      "on the page .exhibit/pages/other.md",
    );
    const page = await engine.observe(".exhibit/pages/limits.md", observation);
    expect(page.observation.artifact).toBe("artifact://records/limits.md");
  });

  it("read in part is an incomplete answer that names the first bad line and their number", async () => {
    const workspace = aWorkspace({
      "records/limits.jsonl": `${lines({ title: "Kiln", body: "Forty." }, { title: "No body" }, { body: "?" })}\n{`,
    });
    const { gaps, completeness } = await (await workspace.open()).search("forty");
    expect(gaps).toContainEqual({
      code: "record_invalid",
      subject: "records/limits.jsonl:2",
      count: 3,
    });
    expect(completeness.complete).toBe(false);
    expect(completeness.sources.slice(0, 2)).toMatchObject([
      { name: "files", status: "ok" },
      { name: "records", status: "ok", hits: 1, reason: "3 could not be read" },
    ]);
  });
});

describe("a removed module", () => {
  it("is named in the generation that dropped it, several as the first with their number (COR-21)", async () => {
    const workspace = aWorkspace({
      "records/limits.jsonl": lines(
        { title: "Kiln", body: "Forty." },
        { title: "Loom", body: "Nine.", module: "weaving" },
      ),
      "a.md": "zebra",
      "b.md": "zebra",
      "c.md": "lion",
    });
    const engine = await workspace.open();
    await engine.search("lion");
    workspace.remove("a.md");
    workspace.remove("b.md");
    workspace.write({ "records/limits.jsonl": lines({ title: "Kiln", body: "Forty." }) });
    workspace.advance(2_000);
    const { gaps, completeness } = await engine.search("lion");
    expect(gaps).toContainEqual({
      code: "module_missing",
      subject: "a.md",
      detail: "was in generation 1",
      count: 3,
    });
    expect(completeness.complete).toBe(true);
    workspace.write({ "d.md": "tiger" });
    workspace.advance(2_000);
    const next = await engine.search("lion");
    expect(next.gaps.filter(({ code }) => code === "module_missing")).toEqual([]);
  });
});
