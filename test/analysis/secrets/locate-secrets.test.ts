import { expect, it } from "vitest";
import { locateSecrets } from "../../../src/analysis/secrets/locate-secrets.ts";

const KEY = ["AK", "IA", "QWERTY2345UIOPAS"].join("");

it("names the line, whatever ends lines, and counts those of one kind in one line together", () => {
  const text = `first\r\n${KEY} and ${KEY}\rthird\n\n${KEY}`;
  expect(locateSecrets(text)).toEqual([
    { line: 2, kind: "aws-key", count: 2 },
    { line: 5, kind: "aws-key", count: 1 },
  ]);
});

it("finds nothing in a text without secrets", () => {
  expect(locateSecrets("")).toEqual([]);
  expect(locateSecrets("[redacted:aws-key]\nplain words\n")).toEqual([]);
});
