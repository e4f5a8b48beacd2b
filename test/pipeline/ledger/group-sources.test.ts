import { expect, it } from "vitest";
import { groupSources } from "../../../src/pipeline/ledger/group-sources.ts";
import { aCandidate, anExhibit } from "../../builders/a-bundle.ts";

it("shows two sections of one artifact as one source admitted twice (LED-10, ADM-33)", () => {
  const owners = { artifact: "artifact://files/owners.md" } as const;
  const first = aCandidate("c1", { ...owners, text: "one" });
  const second = aCandidate("c2", { ...owners, text: "two" });
  const other = aCandidate("c3", { artifact: "artifact://files/rota.md", text: "three" });
  const exhibits = [
    anExhibit("E1", first),
    anExhibit("E2", other),
    anExhibit("E3", second, { tokens: 5 }),
  ];
  expect(groupSources(exhibits)).toEqual([
    { artifact: "artifact://files/owners.md", labels: ["E1", "E3"], tokens: 15 },
    { artifact: "artifact://files/rota.md", labels: ["E2"], tokens: 10 },
  ]);
  expect(groupSources([])).toEqual([]);
});
