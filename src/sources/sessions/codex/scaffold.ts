/** Elements that Codex writes into a user's message on its own, by the name of the tag. */
const TAGS = [
  "apps_instructions",
  "collaboration_mode",
  "environment_context",
  "INSTRUCTIONS",
  "model_switch",
  "permissions instructions",
  "personality_spec",
  "plugins_instructions",
  "recommended_plugins",
  "skill",
  "skills_instructions",
  "subagent_notification",
  "turn_aborted",
  "user_instructions",
];

const OPENED = new RegExp(`^<(${TAGS.join("|")})(?:\\s[^>]*)?>`, "i");
const GUIDE = /^# AGENTS\.md instructions\b/;

/**
 * Returns whether a part of a message was put in by Codex: the environment, permissions, the instructions of AGENTS.md. A person
 * who mentions such a tag within their own words has not written one.
 */
export function isScaffold(text: string): boolean {
  const trimmed = text.trim();
  if (GUIDE.test(trimmed))
    return trimmed.endsWith("</INSTRUCTIONS>") || trimmed.includes("<INSTRUCTIONS>");
  const name = OPENED.exec(trimmed)?.[1];
  return name !== undefined && trimmed.toLowerCase().endsWith(`</${name.toLowerCase()}>`);
}
