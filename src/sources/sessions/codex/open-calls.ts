import { isJsonObject, type JsonObject, textIn } from "../json-shape.ts";

/** What is known of a call whose result is still to come. */
export interface OpenCall {
  readonly toolName: string | "none";
  /** How it ended, where that was told before the result: `none` while it was not. */
  readonly end: { readonly exitCode: string | "none"; readonly failed: boolean } | "none";
}

/** Calls remembered at a time; a result that comes later than that is kept without the name of its tool. */
const MAX_OPEN = 256;

/** Remembers calls until their results come. The screen's log tells how a command ended, mostly before the model's log does. */
export interface OpenCalls {
  called(id: string, toolName: string): void;
  ended(id: string, end: Exclude<OpenCall["end"], "none">): "awaited" | "late";
  /** Returns what is known, and forgets that the call is open. */
  returned(id: string): OpenCall;
  save(): unknown;
}

/** Returns the memory that `save` left, or an empty one. */
export function createOpenCalls(saved: unknown): OpenCalls {
  const open = new Map<string, OpenCall>();
  for (const entry of Array.isArray(saved) ? saved : []) {
    if (isJsonObject(entry)) open.set(textIn(entry, "id"), callFrom(entry));
  }
  const keep = (id: string, call: OpenCall): void => {
    open.delete(id);
    open.set(id, call);
    const [oldest] = open.keys();
    if (open.size > MAX_OPEN && oldest !== undefined) open.delete(oldest);
  };
  return {
    called: (id, toolName) => keep(id, { toolName, end: open.get(id)?.end ?? "none" }),
    ended(id, end) {
      const call = open.get(id);
      if (call === undefined) return "late";
      keep(id, { ...call, end });
      return "awaited";
    },
    returned(id) {
      const call = open.get(id) ?? { toolName: "none", end: "none" };
      open.delete(id);
      return call;
    },
    save: () =>
      [...open].map(([id, { toolName, end }]) => ({
        id,
        toolName,
        ...(end === "none" ? {} : end),
      })),
  };
}

function callFrom(entry: JsonObject): OpenCall {
  const exitCode = textIn(entry, "exitCode");
  const failed = entry["failed"] === true;
  const end = "failed" in entry ? { exitCode, failed } : "none";
  return { toolName: textIn(entry, "toolName"), end };
}
