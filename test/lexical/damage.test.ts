import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../src/errors.ts";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import { aDocument, aQuery } from "../builders/index-documents.ts";
import { MemorySegments } from "../builders/memory-segments.ts";

const kit = createIndexKit();
const QUESTION = 'deploy "store index" permission';

function aSource(): { readonly segments: MemorySegments; readonly id: number } {
  const segments = new MemorySegments();
  const documents = Array.from({ length: 12 }, (_, index) =>
    aDocument(`${index}.md`, [`deploy the store index ${index}`, "permission to deploy"]),
  );
  return { segments, id: segments.add(kit.builder, documents).id };
}

describe("damaged blocks", () => {
  it("never turns a damaged block that an answer needs into fewer hits", async () => {
    const { segments, id } = aSource();
    const healthy = await kit.open(segments).search(aQuery(QUESTION));
    for (const { kind, number, bytes } of segments.blockKeys(id)) {
      segments.spoil(id, { kind, number }, "damaged");
      const outcome = await kit.open(segments).search(aQuery(QUESTION));
      // form-terms serves burial only.
      if (kind === "form-terms") expect(outcome).toEqual(healthy);
      else expect(outcome).toEqual({ status: "damaged", segmentId: id, block: { kind, number } });
      segments.spoil(id, { kind, number }, bytes);
    }
  });

  it("reports a missing block and a segment that contradicts its counts as damage", async () => {
    const { segments } = aSource();
    const lost = {
      segments: () => segments.segments(),
      readBlocks: () => Promise.resolve(["missing" as const]),
    };
    expect(await kit.open(lost).search(aQuery("deploy"))).toMatchObject({ status: "damaged" });
    const [live] = await segments.segments();
    const shrunk = {
      segments: () => Promise.resolve(live === undefined ? [] : [{ ...live, passageCount: 3 }]),
      readBlocks: segments.readBlocks.bind(segments),
    };
    expect(await kit.open(shrunk).search(aQuery("deploy"))).toMatchObject({ status: "damaged" });
  });

  it("answers or reports damage, whatever the bytes of whatever block are", async () => {
    const { segments, id } = aSource();
    const keys = segments.blockKeys(id);
    const spoiled = fc.record({
      block: fc.constantFrom(...keys),
      random: fc.uint8Array({ maxLength: 300 }),
      at: fc.nat({ max: 400 }),
      keepsRest: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(spoiled, async ({ block, random, at, keepsRest }) => {
        const bytes = keepsRest ? block.bytes.slice() : random;
        if (keepsRest)
          bytes.set(
            random.subarray(0, Math.max(0, bytes.length - at)).subarray(0, 4),
            Math.min(at, bytes.length),
          );
        segments.spoil(id, block, bytes);
        for (const ranker of ["lexical", "exact"] as const) {
          const outcome = await kit
            .open(segments)
            .search(aQuery(QUESTION, { ranker, explain: true }));
          expect(["ok", "damaged"]).toContain(outcome.status);
        }
        await expectRefusalOrResult(() => drain(kit.builder.merge(segments, [])));
        const live = await segments.segments();
        await expectRefusalOrResult(() => drain(kit.builder.merge(segments, live)));
        const [first] = live;
        const dead = [{ artifact: "artifact://files/3.md", version: "a".repeat(64) }] as const;
        if (first !== undefined)
          await expectRefusalOrResult(() => kit.builder.bury(segments, first, dead));
        segments.spoil(id, block, block.bytes);
      }),
      { numRuns: 200 },
    );
  });

  it("reports damaged liveness instead of answering from the dead", async () => {
    const { segments } = aSource();
    const [live] = await segments.segments();
    for (const liveness of [
      new Uint8Array(0),
      new Uint8Array([255, 255]),
      new Uint8Array(40).fill(9),
    ]) {
      const source = {
        segments: () => Promise.resolve(live === undefined ? [] : [{ ...live, liveness }]),
        readBlocks: segments.readBlocks.bind(segments),
      };
      const outcome = await kit.open(source).search(aQuery("deploy"));
      expect(outcome).toMatchObject({ status: "damaged", block: { kind: "liveness" } });
    }
  });
});

async function drain(blocks: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of blocks) count++;
  return count;
}

/** Anything may come of damaged bytes but a crash of another kind. */
async function expectRefusalOrResult(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(EngineError);
  }
}
