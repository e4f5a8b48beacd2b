import { describe, expect, it } from "vitest";
import { provenanceOf } from "../../../src/pipeline/gather/provenance-of.ts";

const said = { kind: "message", origin: "authored", role: "user" } as const;

describe("whose words a text is", () => {
  it.each([
    ["CLAUDE.md", "project-note"],
    ["packages/a/AGENTS.md", "project-note"],
    [".github/copilot-instructions.md", "project-note"],
    [".cursorrules", "project-note"],
    [".cursor/rules/style.mdc", "project-note"],
    ["docs/agents.md", "workspace-file"],
    ["docs/claude-setup.md", "workspace-file"],
    ["src/rules/agent.ts", "workspace-file"],
  ] as const)(
    "%s in the workspace is a %s, no instruction of a user (AUT-08)",
    (path, expected) => {
      expect(provenanceOf({ source: "files", path }, "none")).toBe(expected);
    },
  );

  it.each([
    ["a user's message", said, "user-instruction"],
    [
      "a tool's result in a user's turn",
      { ...said, kind: "tool_result", origin: "rendered" },
      "tool-output",
    ],
    ["what the agent's program put in for a user", { ...said, origin: "rendered" }, "tool-output"],
    ["what an agent told its sub-agent", { ...said, origin: "agent-generated" }, "agent-message"],
    [
      "an assistant's message",
      { ...said, role: "assistant", origin: "agent-generated" },
      "agent-message",
    ],
    ["a summary", { kind: "summary", role: "system", origin: "agent-generated" }, "agent-message"],
    ["a system line", { kind: "system", role: "system", origin: "rendered" }, "tool-output"],
  ] as const)("%s in a session (AUT-08)", (_name, entry, expected) => {
    expect(provenanceOf({ source: "sessions", path: "claude-code/1" }, entry)).toBe(expected);
  });

  it.each([
    ["records", "record"],
    ["memory", "memory"],
    ["captures", "tool-output"],
  ] as const)("anything in %s is a %s, whoever wrote it", (source, expected) => {
    expect(provenanceOf({ source, path: "CLAUDE.md" }, said)).toBe(expected);
  });
});
