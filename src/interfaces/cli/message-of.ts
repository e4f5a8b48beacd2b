import type { EngineError } from "../../errors.ts";

/** Options that the engine names in its own way, as the command line has them. */
const FLAGS: Readonly<Record<string, string>> = {
  capBytes: "--cap",
  capTokens: "--tokens",
  excludedSessions: "--exclude-session",
  files: "--add",
  limit: "--limit",
  maxAgeDays: "--max-age-days",
  pinned: "--pin",
  quarantined: "--quarantined",
  recent: "--recent",
  sources: "--source",
};

/** Returns what a refusal says, with the option named as it was typed. */
export function messageOf({ code, details, message }: EngineError): string {
  const { name } = details;
  if (code !== "option_invalid" || typeof name !== "string") return message;
  const flag = Object.hasOwn(FLAGS, name) ? FLAGS[name] : undefined;
  return flag !== undefined && message.startsWith(`${name}: `)
    ? `${flag}${message.slice(name.length)}`
    : message;
}
