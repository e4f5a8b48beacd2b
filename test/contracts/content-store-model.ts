import fc from "fast-check";
import { expect } from "vitest";
import { artifactRef } from "../../src/model/artifact-ref.ts";
import type { ContentStore } from "../../src/ports/content-store.ts";
import { anArtifact, aPublication, bytesOf, sha256, stage } from "./content-examples.ts";

const TEXTS = Array.from({ length: 6 }, (_, index) => bytesOf(`text number ${index}\n`));
const PATHS = ["a.md", "b.md", "c.md"];

type Action =
  | { readonly do: "stage"; readonly text: number }
  | { readonly do: "publish"; readonly texts: readonly number[]; readonly remove: number }
  | { readonly do: "publish late"; readonly text: number }
  | { readonly do: "sweep" };

const text = fc.nat(TEXTS.length - 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant("stage" as const), text }),
  fc.record({
    do: fc.constant("publish" as const),
    texts: fc.array(text, { maxLength: PATHS.length }),
    remove: fc.nat(PATHS.length),
  }),
  fc.record({ do: fc.constant("publish late" as const), text }),
  fc.record({ do: fc.constant("sweep" as const) }),
);

/** What a content store is, without bytes, rows or transactions. */
interface Model {
  generation: number | "none";
  readonly current: Map<string, number>;
  readonly published: Set<number>;
  readonly staged: Set<number>;
}

/** Runs random actions against a store and a model, and compares them after every single one. */
export async function checkInterleavings(open: () => Promise<ContentStore>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 14 }), async (actions) => {
      const store = await open();
      const model: Model = {
        generation: "none",
        current: new Map(),
        published: new Set(),
        staged: new Set(),
      };
      for (const step of actions) {
        await act(store, model, step);
        await compare(store, model);
      }
      expect(await store.check()).toEqual([]);
      await store.close();
    }),
    { numRuns: 40 },
  );
}

async function act(store: ContentStore, model: Model, step: Action): Promise<void> {
  switch (step.do) {
    case "stage":
      await stage(store, textAt(step.text));
      model.staged.add(step.text);
      return;
    case "publish":
      return await publish(store, model, step);
    case "publish late": {
      const stale = model.generation === "none" ? 7 : model.generation - 1;
      const artifacts = [anArtifact("a.md", textAt(step.text))];
      await expect(store.publish(aPublication(stale, 1, { artifacts }))).rejects.toMatchObject({
        code: "store_conflict",
      });
      return;
    }
    case "sweep":
      await store.sweep();
      model.staged.clear();
  }
}

async function publish(
  store: ContentStore,
  model: Model,
  step: Extract<Action, { do: "publish" }>,
): Promise<void> {
  const removed = PATHS.slice(step.remove, step.remove + 1);
  for (const path of removed) model.current.delete(path);
  const artifacts = step.texts.map((index, place) => {
    const path = PATHS[place] ?? "";
    model.current.set(path, index);
    model.published.add(index);
    return anArtifact(path, textAt(index));
  });
  for (const index of step.texts) await stage(store, textAt(index));
  const more = { artifacts, removed: removed.map((path) => artifactRef("files", path)) };
  await store.publish(aPublication(model.generation, model.current.size, more));
  model.generation = model.generation === "none" ? 1 : model.generation + 1;
}

async function compare(store: ContentStore, model: Model): Promise<void> {
  const current = await store.current();
  expect(current === "none" ? "none" : current.id).toBe(model.generation);
  const artifacts = await store.artifacts();
  const expected = [...model.current].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(artifacts).toEqual(expected.map(([path, index]) => anArtifact(path, textAt(index))));
  for (const [index, bytes] of TEXTS.entries()) {
    const isKept = model.published.has(index) || model.staged.has(index);
    expect(await store.readText(sha256(bytes))).toEqual(isKept ? bytes : "missing");
  }
}

function textAt(index: number): Uint8Array {
  return TEXTS[index] ?? new Uint8Array(0);
}
