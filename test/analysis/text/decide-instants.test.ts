import { describe, expect, it } from "vitest";
import type { DeclaredInstants } from "../../../src/analysis/text/decide-instants.ts";
import { aTextReading } from "../../builders/text-reading.ts";

const UNKNOWN = { at: "unknown", basis: "unknown" };

async function instantsOf(text: string, path = "page.md"): Promise<DeclaredInstants> {
  const { observed, edited } = (await aTextReading({ text, path })).artifact;
  return { observed, edited };
}

describe("the observation date", () => {
  it.each(["observed_at", "observedAt", "as_of"])("is what %s declares (COR-14)", async (key) => {
    const { observed } = await instantsOf(`---\n${key}: 2026-10-01\n---\nText.\n`);
    expect(observed).toEqual({
      at: "2026-10-01",
      basis: "declared",
      precision: "day",
      offset: "unknown",
    });
  });

  it("is unknown when nothing is declared, and no edit date or build stamp stands in for it (FRE-16)", async () => {
    const text =
      "---\ndate: 2026-09-01\nupdatedAt: 2026-09-05T10:00:00Z\ngeneratedAt: 2026-10-02\n---\nText.\n";
    const { observed, edited } = await instantsOf(text);
    expect(observed).toEqual(UNKNOWN);
    expect(edited).toMatchObject({ at: "2026-09-05T10:00:00Z", basis: "edited" });
    expect(await instantsOf("Text alone.\n")).toEqual({ observed: UNKNOWN, edited: UNKNOWN });
    const stamped = "---\ngeneratedAt: 2026-10-02\nbuilt_at: 2026-10-02\n---\nText.\n";
    expect(await instantsOf(stamped)).toEqual({ observed: UNKNOWN, edited: UNKNOWN });
  });

  it.each(["updatedAt", "updated", "modified", "date"])(
    "is not what %s says: that is an edit",
    async (key) => {
      const { observed, edited } = await instantsOf(`---\n${key}: 2026-09-01\n---\nText.\n`);
      expect(observed).toEqual(UNKNOWN);
      expect(edited).toMatchObject({ at: "2026-09-01", basis: "edited", precision: "day" });
    },
  );

  it("is unknown when the declared date is impossible, not the nearest possible one (FRE-16)", async () => {
    expect((await instantsOf("---\nobserved_at: 2026-02-30\n---\n")).observed).toEqual(UNKNOWN);
  });

  it("is the older end of a source snapshot range, in a quote, a paragraph or a list", async () => {
    const range = "Source snapshot range (UTC): 2026-10-03T00:00:00Z to 2026-10-01T06:00:00Z";
    for (const line of [`> ${range}`, range, `- ${range}.`, `> **${range}**`, `*${range}*`]) {
      expect((await instantsOf(`# Page\n\n${line}\n\nText.\n`)).observed).toMatchObject({
        at: "2026-10-01T06:00:00Z",
        basis: "declared",
        offset: "Z",
      });
    }
  });

  it("takes the label's word that range dates without an offset are UTC, and leaves a day a day", async () => {
    const text = "Source snapshot range (UTC): 2026-10-01 to 2026-10-04\n";
    expect((await instantsOf(text)).observed).toEqual({
      at: "2026-10-01",
      basis: "declared",
      precision: "day",
      offset: "Z",
    });
  });

  it("ignores a range in a fence, one far down, and one with an unreadable end", async () => {
    const range = "Source snapshot range (UTC): 2026-10-01 to 2026-10-04";
    expect((await instantsOf(`# P\n\n\`\`\`\n${range}\n\`\`\`\n`)).observed).toEqual(UNKNOWN);
    expect((await instantsOf(`${"line\n".repeat(60)}${range}\n`)).observed).toEqual(UNKNOWN);
    const broken = "Source snapshot range (UTC): 2026-02-30 to 2026-10-04\n";
    expect((await instantsOf(broken)).observed).toEqual(UNKNOWN);
  });

  it("is the oldest of several declarations", async () => {
    const text =
      "---\nobserved_at: 2026-10-02\nas_of: 2026-09-30\nobservedAt: 2026-10-03\n---\nSource snapshot range (UTC): 2026-10-01 to 2026-10-02\n";
    expect((await instantsOf(text)).observed).toMatchObject({ at: "2026-09-30" });
  });

  it("comes from TOML front matter as from YAML", async () => {
    const text =
      '+++\ntitle = "Tom"\nobserved_at = 2026-10-01T10:00:00+02:00 # seen\n[extra]\nas_of = 2020-01-01\n+++\n';
    const { artifact, passages } = await aTextReading({ text });
    expect(artifact).toMatchObject({
      title: "Tom",
      observed: { at: "2026-10-01T08:00:00Z", offset: "+02:00" },
    });
    expect(passages.map((p) => p.kind)).toEqual(["metadata"]);
  });
});
