import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactCommand, shortenCommand } from "../../../src/pipeline/capture/redact-command.ts";
import { secretSamples } from "../../builders/secret-samples.ts";

const TOKEN = ["gh", "p_", "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fLaB3d"].join("");

describe("the words of a command without its secrets", () => {
  it("lose a value that only the word before gives away, and a token of known form anywhere", () => {
    expect(redactCommand(["mysql", "--password", "hunter2x", "shop"])).toEqual([
      "mysql",
      "--password",
      "[redacted:password]",
      "shop",
    ]);
    expect(redactCommand(["curl", `https://x/?t=${TOKEN}&a`, "-v"])).toEqual([
      "curl",
      "https://x/?t=[redacted:github-token]&a",
      "-v",
    ]);
    expect(redactCommand(["npm", "test"])).toEqual(["npm", "test"]);
  });

  it("hold no secret of a known form, stay as many, and change no more the second time", () => {
    const words = fc.array(
      fc.oneof(fc.string(), fc.constantFrom(...secretSamples().map(({ text }) => text))),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(words, (command) => {
        const clean = redactCommand(command);
        expect(clean).toHaveLength(command.length);
        expect(redactCommand(clean)).toEqual(clean);
      }),
    );
    for (const { secret, text } of secretSamples()) {
      expect(redactCommand(["run", text, "more"]).join(" ")).not.toContain(secret);
    }
  });
});

describe("a command cut for an answer", () => {
  it("is whole where it fits, and else a beginning of itself, marked and between characters", () => {
    expect(shortenCommand(["npm", "test"], 7)).toEqual(["npm", "test"]);
    expect(shortenCommand(["npm", "test"], 6)).toEqual(["npm", "tes…"]);
    expect(shortenCommand(["npm", "test"], 3)).toEqual(["npm", "…"]);
    expect(shortenCommand(["🙂🙂🙂"], 2)).toEqual(["🙂🙂…"]);
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.nat(50), (command, maxChars) => {
        const shown = shortenCommand(command, maxChars);
        expect([...shown.join("")].length).toBeLessThanOrEqual(maxChars + 1);
        expect(command.join("").startsWith(shown.join("").replace(/…$/, ""))).toBe(true);
      }),
    );
  });
});
