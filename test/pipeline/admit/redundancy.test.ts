import { describe, expect, it } from "vitest";
import {
  compareTraits,
  type Likeness,
  readTraits,
} from "../../../src/pipeline/admit/redundancy.ts";
import { createTextReader } from "../../../src/pipeline/admit/text-reader.ts";

function compare(text: string, admitted: string): Likeness {
  const reader = createTextReader();
  return compareTraits(readTraits(text, reader), readTraits(admitted, reader));
}

const PLAN =
  "The migration runs in one step. Tenant 042 needs a manual cutover, announced a week before.";

describe("compareTraits", () => {
  it.each([
    ["a restatement", "Manual cutover is needed for tenant 042.", "redundant"],
    ["the text itself", PLAN, "redundant"],
    ["another tenant", PLAN.replace("042", "043"), "conflict"],
    ["another name", PLAN.replace("a manual", "a Frankfurt"), "conflict"],
    ["a text about something else", "Backups are kept for a year in the cellar.", "different"],
    ["a text with one word more", "Tenant 042 needs a manual cutover and a witness.", "different"],
    ["the opposite", "Tenant 042 does not need a manual cutover.", "different"],
    ["nothing but stop words", "This is it.", "different"],
  ] as const)("calls %s %j %s", (_, text, likeness) => {
    expect(compare(text, PLAN)).toBe(likeness);
  });

  it("takes the same numbers in another order for a conflict, not for a repetition", () => {
    const forth = "The limit for tenants was raised from 30 to 60 requests.";
    const back = "The limit for tenants was raised from 60 to 30 requests.";
    expect(compare(back, forth)).toBe("conflict");
    expect(compare(forth, forth)).toBe("redundant");
  });

  it("takes no capital at the head of a sentence, a line or an item for a name", () => {
    const plain = "keep backups for a year. delete drafts after a month.";
    expect(compare("Keep backups for a year.\n- Delete drafts after a month.", plain)).toBe(
      "redundant",
    );
    expect(compare("keep backups for Ann a year.", `${plain} annual`)).not.toBe("redundant");
  });

  it("tells names apart that have one stem", () => {
    expect(compare("Requests go to Walters.", "Requests go to Walter.")).toBe("conflict");
  });

  it("says nothing of texts that share but a word", () => {
    expect(compare("Port 80", "Port 443")).toBe("different");
  });
});
