import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { artifactRef } from "../../src/model/artifact-ref.ts";
import type { Passage } from "../../src/model/passage.ts";
import type { ContentStore } from "../../src/ports/content-store.ts";
import {
  anArtifact,
  anInput,
  aPublication,
  aWholePassage,
  bytesOf,
  publishTexts,
  sha256,
  stage,
} from "./content-examples.ts";
import { checkInterleavings } from "./content-store-model.ts";

const ALPHA = bytesOf("# Alpha\n\nThe ledger belongs to the keeper.\n");
const BETA = bytesOf("# Beta\n\nA note authorizes nothing.\n");

/** Bytes that text columns, decoders and repairing encoders are known to spoil. */
const NASTY_BYTES = Uint8Array.of(0, 0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00, 0xc3, 0x28, 0, 0x0d, 0x0a);

const randomBytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 50 }), fc.integer({ min: 1, max: 4000 }))
    .map(([piece, times]) => Buffer.alloc(piece.length * times, piece)),
);

const randomPassages = fc
  .array(
    fc.record({
      kind: fc.constantFrom<Passage["kind"]>("prose", "code", "table", "metadata"),
      headingPath: fc.array(fc.string({ unit: "binary", maxLength: 8 }), { maxLength: 4 }),
      length: fc.oneof(fc.nat(2000), fc.nat(2 ** 40)),
      skip: fc.constantFrom(0, 0, 0, 7, -1),
      startLine: fc.nat(100_000),
      lines: fc.nat(300),
      text: fc.string(),
    }),
    { maxLength: 40 },
  )
  .map((drafts) => {
    let byte = 1;
    return drafts.map((draft, position): Passage => {
      const startByte = byte + draft.skip;
      byte = startByte + draft.length;
      const { kind, headingPath, startLine } = draft;
      const endLine = startLine + draft.lines;
      const span = { startByte, endByte: byte, startLine, endLine };
      return { position, kind, headingPath, ...span, sha256: sha256(draft.text) };
    });
  });

/** What every content store promises. `open` returns an empty one of its own each time. */
export function describeContentStore(name: string, open: () => Promise<ContentStore>): void {
  describe(`${name} keeps generations`, () => describeGenerations(open));
  describe(`${name} keeps texts`, () => describeTexts(open));
  describe(`${name} keeps index rows`, () => describeBlocks(open));
  it(`${name} agrees with a model of itself under random interleavings`, async () => {
    await checkInterleavings(open);
  });
}

function describeGenerations(open: () => Promise<ContentStore>): void {
  it("holds nothing at first, and says so", async () => {
    const store = await open();
    expect(await store.current()).toBe("none");
    expect(await store.lastRefresh()).toBe("none");
    expect(await store.artifacts()).toEqual([]);
    expect(await store.segments()).toEqual([]);
    expect(await store.inputs()).toEqual([]);
    expect(await store.gaps()).toEqual([]);
    expect(await store.facts()).toEqual({});
    expect(await store.check()).toEqual([]);
  });

  it("returns everything a publication said, whatever characters it holds", async () => {
    const store = await open();
    await stage(store, ALPHA);
    await stage(store, BETA);
    const strange = "NUL \u0000, lone \ud800, 用户 \u{1f600}";
    const alpha = anArtifact("docs/a b#?%.md", ALPHA, {
      title: strange,
      observed: { at: "2026-10-01", basis: "declared", precision: "day", offset: "unknown" },
      origin: "agent-generated",
    });
    const beta = anArtifact("Docs/b.md", BETA);
    const segmentId = await store.stageSegment();
    const segment = { id: segmentId, documentCount: 2, passageCount: 2 };
    const fingerprint = {
      size: 2 ** 40,
      mtimeNs: 1_790_000_000_123_456_789n,
      ctimeNs: -1n,
      inode: 2n ** 64n - 1n,
    };
    const inputs = [{ source: "files", path: "ünïcode/a.md", version: alpha.version, fingerprint }];
    const publication = aPublication("none", 2, {
      artifacts: [alpha, beta],
      segments: [{ ...segment, liveness: Uint8Array.of(0, 255, 0) }],
      gaps: [{ code: "file_binary", subject: strange, count: 3 }, { code: "source_failed" }],
      facts: { "page:b": strange, "page:a": "", "1": "x" },
      inputs,
    });
    await store.publish(publication);
    await store.recordRefresh({ at: "2026-10-15T08:00:01Z", status: "failed", reason: strange });

    expect(await store.current()).toEqual(publication.generation);
    expect(await store.artifacts()).toEqual([beta, alpha]);
    expect(await store.artifacts([alpha.ref, "artifact://files/none", alpha.ref])).toEqual([alpha]);
    expect(await store.segments()).toEqual(publication.segments);
    expect(await store.gaps()).toEqual(publication.gaps);
    expect(await store.facts()).toEqual(publication.facts);
    expect(await store.inputs()).toEqual(inputs);
    expect(await store.lastRefresh()).toMatchObject({ status: "failed", reason: strange });
    expect(await store.check()).toEqual([]);
  });

  it("refuses a publication whose parent is not current, and changes nothing (REF-06)", async () => {
    const store = await open();
    await publishTexts(store, { "a.md": ALPHA });
    await stage(store, BETA);
    const late = aPublication("none", 1, { artifacts: [anArtifact("b.md", BETA)] });
    await expect(store.publish(late)).rejects.toMatchObject({ code: "store_conflict" });
    expect(await store.current()).toMatchObject({ id: 1 });
    expect((await store.artifacts()).map((artifact) => artifact.path)).toEqual(["a.md"]);
  });

  it("refuses an artifact whose text was never staged, and changes nothing", async () => {
    const store = await open();
    await publishTexts(store, { "a.md": ALPHA });
    const hollow = aPublication(1, 2, {
      artifacts: [anArtifact("b.md", BETA)],
      gaps: [{ code: "source_failed" }],
      removed: [artifactRef("files", "a.md")],
    });
    await expect(store.publish(hollow)).rejects.toThrow();
    expect(await store.current()).toMatchObject({ id: 1 });
    expect(await store.gaps()).toEqual([]);
    expect((await store.artifacts()).map((artifact) => artifact.path)).toEqual(["a.md"]);
  });

  it("remembers inputs without a new generation, and forgets those a publication forgets", async () => {
    const store = await open();
    await store.rememberInputs([anInput("a.md", ALPHA, 5n), anInput("b.md", BETA, 5n)]);
    await store.rememberInputs([anInput("a.md", ALPHA, 9n)]);
    expect(await store.current()).toBe("none");
    expect(await store.inputs()).toEqual([anInput("a.md", ALPHA, 9n), anInput("b.md", BETA, 5n)]);
    await store.publish(
      aPublication("none", 0, { forgottenInputs: [{ source: "files", path: "a.md" }] }),
    );
    expect(await store.inputs()).toEqual([anInput("b.md", BETA, 5n)]);
  });

  it("finds every artifact that ever had a version, the newest first", async () => {
    const store = await open();
    await publishTexts(store, { "a.md": ALPHA, "old.md": ALPHA, "z.md": ALPHA });
    await publishTexts(store, { "a.md": BETA, "old.md": BETA });
    await publishTexts(store, { "a.md": ALPHA });
    const found = await store.findVersions(sha256(ALPHA).slice(0, 9));
    expect(found.map((artifact) => artifact.path)).toEqual(["a.md", "z.md", "old.md"]);
    expect(found.every((artifact) => artifact.version === sha256(ALPHA))).toBe(true);
    expect(await store.findVersions("00000000")).toEqual([]);
    expect(await store.findVersions("not hex!")).toEqual([]);
  });
}

function describeTexts(open: () => Promise<ContentStore>): void {
  it("returns any bytes and any range of them exactly", async () => {
    const store = await open();
    const text = fc.oneof(randomBytes, fc.constant(NASTY_BYTES));
    await fc.assert(
      fc.asyncProperty(text, fc.nat(), fc.nat(), async (bytes, from, to) => {
        await stage(store, bytes);
        const version = sha256(bytes);
        const start = from % (bytes.length + 1);
        const end = start + (to % (bytes.length + 40));
        expect(await store.readText(version)).toEqual(new Uint8Array(bytes));
        const range = await store.readRange(version, start, end);
        expect(range).toEqual(new Uint8Array(bytes.subarray(start, end)));
      }),
      { numRuns: 150 },
    );
  });

  it("returns passages exactly, lone surrogates and NUL in headings included", async () => {
    const store = await open();
    let number = 0;
    await fc.assert(
      fc.asyncProperty(randomPassages, async (passages) => {
        const bytes = bytesOf(`text ${number++}`);
        const version = sha256(bytes);
        await store.stageTexts([store.codec.pack({ version, kind: "code", bytes, passages })]);
        expect(await store.passages(version, "code")).toEqual(passages);
        const last = passages.length - 1;
        expect(await store.passage(version, "code", last)).toEqual(passages[last] ?? "missing");
        expect(await store.passage(version, "code", last + 1)).toBe("missing");
      }),
      { numRuns: 150 },
    );
  });

  it("tells a version it does not know from an empty one", async () => {
    const store = await open();
    const empty = new Uint8Array(0);
    await stage(store, empty);
    expect(await store.readText(sha256(empty))).toEqual(empty);
    expect(await store.readRange(sha256(empty), 0, 10)).toEqual(empty);
    for (const unknown of [sha256(ALPHA), "", "xyz", sha256(ALPHA).toUpperCase()]) {
      expect(await store.readText(unknown)).toBe("missing");
      expect(await store.readRange(unknown, 0, 1)).toBe("missing");
      expect(await store.passages(unknown, "markdown")).toBe("missing");
      expect(await store.passage(unknown, "markdown", 0)).toBe("missing");
    }
  });

  it("splits the same bytes differently as Markdown and as plain text", async () => {
    const store = await open();
    const whole = aWholePassage(ALPHA);
    const titled = aWholePassage(ALPHA, ["Alpha"]);
    const text = { version: sha256(ALPHA), bytes: ALPHA };
    await store.stageTexts([
      store.codec.pack({ ...text, kind: "markdown", passages: [titled] }),
      store.codec.pack({ ...text, kind: "text", passages: [whole] }),
    ]);
    expect(await store.passages(text.version, "markdown")).toEqual([titled]);
    expect(await store.passages(text.version, "text")).toEqual([whole]);
    expect(await store.passages(text.version, "code")).toBe("missing");
  });

  it("shows a text's new passages from the generation on that publishes them", async () => {
    const store = await open();
    await publishTexts(store, { "a.md": ALPHA });
    await stage(store, ALPHA, ["Split anew"]);
    expect(await store.passages(sha256(ALPHA), "markdown")).toEqual([aWholePassage(ALPHA)]);
    await store.publish(aPublication(1, 1, { artifacts: [anArtifact("a.md", ALPHA)] }));
    const renewed = [aWholePassage(ALPHA, ["Split anew"])];
    expect(await store.passages(sha256(ALPHA), "markdown")).toEqual(renewed);
  });

  it("keeps what an old generation cited after the text was replaced and swept (CIT-10, REF-08, REF-22)", async () => {
    const store = await open();
    await publishTexts(store, { "a.md": ALPHA });
    await publishTexts(store, { "a.md": BETA });
    await store.publish(aPublication(2, 0, { removed: [artifactRef("files", "a.md")] }));
    await store.sweep();
    expect(await store.artifacts()).toEqual([]);
    expect(await store.readText(sha256(ALPHA))).toEqual(ALPHA);
    expect(await store.readRange(sha256(BETA), 2, 6)).toEqual(bytesOf("Beta"));
    expect(await store.passages(sha256(ALPHA), "markdown")).toEqual([aWholePassage(ALPHA)]);
  });

  it("sweeps texts that were staged and never published, and only those", async () => {
    const store = await open();
    await publishTexts(store, { "a.md": ALPHA });
    await stage(store, BETA);
    await stage(store, ALPHA, ["An unfinished split"]);
    await store.sweep();
    expect(await store.readText(sha256(BETA))).toBe("missing");
    expect(await store.readText(sha256(ALPHA))).toEqual(ALPHA);
    await publishTexts(store, { "b.md": BETA });
    expect(await store.passages(sha256(ALPHA), "markdown")).toEqual([aWholePassage(ALPHA)]);
  });

  it("hands out bytes that nobody else changes", async () => {
    const store = await open();
    const mine = ALPHA.slice();
    await stage(store, mine);
    mine.fill(0);
    const handed = await store.readText(sha256(ALPHA));
    if (handed instanceof Uint8Array) handed.fill(1);
    expect(await store.readText(sha256(ALPHA))).toEqual(ALPHA);
  });
}

function describeBlocks(open: () => Promise<ContentStore>): void {
  const live = (id: number) => ({
    id,
    documentCount: 1,
    passageCount: 1,
    liveness: "all" as const,
  });
  const row = (kind: string, number: number, text: string) => ({
    kind,
    number,
    bytes: bytesOf(text),
  });

  it("returns each row by its key, in the order asked, and names those that are not there", async () => {
    const store = await open();
    const id = await store.stageSegment();
    await store.stageBlocks(id, [row("postings", 0, "p0"), row("postings", 1, "")]);
    await store.stageBlocks(id, [row("terms", 0, "t0")]);
    const keys = [
      { kind: "terms", number: 0 },
      { kind: "postings", number: 1 },
      { kind: "postings", number: 2 },
      { kind: "term", number: 0 },
      { kind: "postings", number: 0 },
    ];
    const expected = [bytesOf("t0"), bytesOf(""), "missing", "missing", bytesOf("p0")];
    expect(await store.readBlocks(id, keys)).toEqual(expected);
    expect(await store.readBlocks(id + 1, keys.slice(0, 1))).toEqual(["missing"]);
  });

  it("never changes a row that is there, nor takes one for a segment that was never started", async () => {
    const store = await open();
    const id = await store.stageSegment();
    await store.stageBlocks(id, [row("terms", 0, "first")]);
    const again = [row("terms", 1, "new"), row("terms", 0, "second")];
    await expect(store.stageBlocks(id, again)).rejects.toThrow();
    await expect(store.stageBlocks(id + 1, [row("terms", 0, "x")])).rejects.toThrow();
    const keys = [0, 1].map((number) => ({ kind: "terms", number }));
    expect(await store.readBlocks(id, keys)).toEqual([bytesOf("first"), "missing"]);
  });

  it("keeps the segments of this generation and the one before, and reuses no id", async () => {
    const store = await open();
    const ids: number[] = [];
    for (const parent of ["none", 1, 2] as const) {
      const id = await store.stageSegment();
      ids.push(id);
      await store.stageBlocks(id, [row("terms", 0, `of ${id}`)]);
      await store.publish(aPublication(parent, 0, { segments: [live(id)] }));
    }
    const unpublished = await store.stageSegment();
    await store.sweep();
    const outcomes = await Promise.all(
      ids.map(async (id) => (await store.readBlocks(id, [{ kind: "terms", number: 0 }]))[0]),
    );
    expect(outcomes).toEqual(["missing", bytesOf(`of ${ids[1]}`), bytesOf(`of ${ids[2]}`)]);
    expect(await store.segments()).toEqual([live(ids[2] ?? 0)]);
    expect(await store.stageSegment()).toBeGreaterThan(unpublished);
  });
}
