import { describe, expect, it } from "vitest";
import type { BundleRecord } from "../../../src/model/ledger-record.ts";
import { detectUse } from "../../../src/pipeline/ledger/detect-use.ts";
import { aBundleRecord } from "../../builders/a-bundle-record.ts";

const ANSWER =
  "The desk decides [E2].\n\n> Nobody may deploy on a Monday before the harbor master has signed.\n";

/** What a reader was given, and nothing of how it was chosen: each other field throws when it is read. */
function onlyGiven(record: BundleRecord): BundleRecord {
  const given = new Set(["deferred", "exhibits", "id", "task"]);
  return new Proxy(record, {
    get(target, name, receiver): unknown {
      if (typeof name === "string" && !given.has(name)) throw new Error(`it read ${name}`);
      return Reflect.get(target, name, receiver);
    },
  });
}

describe("what an answer made of a bundle", () => {
  it("is told from the exhibits and the answer alone, and nothing that the gate thought of them (ADM-43)", async () => {
    const record = aBundleRecord([
      { text: "Nobody may deploy on a Monday before the harbor master has signed." },
      { text: "Any other day the desk decides." },
      { text: "A kiln cools for nine hours." },
    ]);
    const at = "2026-10-15T10:00:00.000Z";
    const use = await detectUse({ record: onlyGiven(record), answer: ANSWER, at, from: "file" });
    expect(use.used.map(({ label, by }) => [label, by])).toEqual([
      ["E2", "citation"],
      ["E1", "quotation"],
    ]);
    expect(use.unused).toEqual(["E3"]);
    expect(() => onlyGiven(record).decisions).toThrow("it read decisions");
  });

  it("is no field of a decision: a gate says nothing of use, of help or of success (ADM-43)", () => {
    const [decision] = aBundleRecord([{}]).decisions;
    const names = Object.keys({ ...decision, ...decision?.strength });
    expect(names.filter((name) => /used|help|success|outcome|utility|score/i.test(name))).toEqual(
      [],
    );
  });
});
