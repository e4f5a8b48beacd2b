import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../src/host/load-policy.ts";
import { NOTHING_RESIDENT } from "../../src/model/resident.ts";
import { decideAdmission } from "../../src/pipeline/admit/decide-admission.ts";
import { aCandidate, aPool } from "../builders/a-pool.ts";
import { aTree } from "../builders/a-tree.ts";

/** Admits the section of every candidate of a rank below three. */
const OWN = `
  const decide = ({ pool }) => ({
    decisions: pool.candidates.map(({ id, rank }) =>
      rank < 3
        ? { candidate: id, verdict: "admit", representation: { granularity: "section", fidelity: "exact" }, reason: { code: "policy_admits" } }
        : { candidate: id, verdict: "reject", representation: "none", reason: { code: "policy_rejects" } }),
  });
`;

const load = (workspace: string, path = "rules.mjs") =>
  loadPolicy({ workspace, name: "rules", path });

describe("loadPolicy", () => {
  it.each([
    ["a default export", `${OWN} export default { version: "mine/1", decide };`],
    ["named exports", `${OWN} export const version = "mine/1"; export { decide };`],
  ])("takes a policy of one file from %s, and it decides (DIS-14)", async (_, text) => {
    const policy = await load(aTree({ "rules.mjs": text }));
    expect(policy.version).toMatch(/^mine\/1#[0-9a-f]{8}$/);
    const pool = aPool(["c1", "c2", "c3"].map((id) => aCandidate(id, { text: `Text of ${id}.` })));
    const budget = { tokens: 1000, bytes: 10_000 };
    const { decisions } = decideAdmission(policy, { pool, resident: NOTHING_RESIDENT, budget });
    expect(decisions.map(({ verdict }) => verdict)).toEqual(["admit", "admit", "reject"]);
  });

  it("has another version, and other rules, once the file has another text (ADM-14)", async () => {
    const workspace = aTree({
      "rules.mjs": `${OWN} export default { version: "mine/1", decide };`,
    });
    const before = await load(workspace);
    writeFileSync(
      join(workspace, "rules.mjs"),
      'export default { version: "mine/1", decide: () => ({ decisions: [] }) };',
    );
    const after = await load(workspace);
    expect(after.version).not.toBe(before.version);
    const input = { pool: aPool([]), resident: NOTHING_RESIDENT, budget: { tokens: 1, bytes: 1 } };
    expect(after.decide(input)).toEqual({ decisions: [] });
  });

  it("runs nothing of a file outside the workspace, by whatever way it is named", async () => {
    const home = aTree({ "inside/a.txt": "", "outside.mjs": "" });
    const mark = join(home, "ran");
    const text = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(mark)}, "");`;
    writeFileSync(join(home, "outside.mjs"), text);
    const workspace = join(home, "inside");
    mkdirSync(join(workspace, "links"));
    symlinkSync(join(home, "outside.mjs"), join(workspace, "links", "rules.mjs"));
    for (const path of ["../outside.mjs", "links/rules.mjs", join(home, "outside.mjs"), "."]) {
      await expect(load(workspace, path)).rejects.toMatchObject({ code: "policy_invalid" });
    }
    expect(existsSync(mark)).toBe(false);
  });

  it.each([
    ["a file that is not there", {}, /cannot be found/],
    ["a text that is no module", { "rules.mjs": "export default {" }, /cannot be loaded/],
    [
      "a module that throws",
      { "rules.mjs": 'throw new Error("no rules today")' },
      /no rules today/,
    ],
    ["a module without a version", { "rules.mjs": "export const decide = () => 0;" }, /no version/],
    [
      "one without a function",
      { "rules.mjs": 'export const version = "a/1";' },
      /no decide function/,
    ],
  ])("refuses %s", async (_, files, problem) => {
    await expect(load(aTree(files))).rejects.toMatchObject({
      code: "policy_invalid",
      message: expect.stringMatching(problem),
    });
  });
});
