import type { Artifact } from "../../model/artifact.ts";
import type { Provenance } from "../../model/candidate.ts";
import type { Entry } from "../../model/entry.ts";

/** Files that tell agents how to work here, by the agents that read them. They are notes: nobody said them to this session. */
const PROJECT_NOTE =
  /(?:^|\/)(?:(?:CLAUDE(?:\.local)?|AGENTS?|GEMINI|QWEN|CRUSH|WARP|copilot-instructions)\.md|\.(?:cursor|windsurf|cline)rules|\.(?:cursor|windsurf|clinerules|roo|continue)\/(?:rules\/)?[^/]+\.mdc?|\.github\/instructions\/[^/]+\.md)$/;

/**
 * Says whose words a text is (AUT-08). Only what a person wrote to an agent is an instruction of a user, and one of an earlier
 * session at that; what a tool returned or a program put in never becomes one.
 */
export function provenanceOf(
  { path, source }: Pick<Artifact, "path" | "source">,
  entry: Pick<Entry, "kind" | "origin" | "role"> | "none",
): Provenance {
  switch (source) {
    case "files":
      return PROJECT_NOTE.test(path) ? "project-note" : "workspace-file";
    case "records":
      return "record";
    case "memory":
      return "memory";
    case "captures":
      return "tool-output";
    case "sessions":
      return entry === "none" ? "tool-output" : speakerOf(entry);
  }
}

function speakerOf({ kind, origin, role }: Pick<Entry, "kind" | "origin" | "role">): Provenance {
  if (kind === "tool_result") return "tool-output";
  if (origin === "agent-generated") return "agent-message";
  if (kind === "message" && role === "user" && origin === "authored") return "user-instruction";
  return role === "assistant" ? "agent-message" : "tool-output";
}
