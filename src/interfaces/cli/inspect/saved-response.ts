import { z } from "zod";
import { optionInvalid } from "../../../errors.ts";
import type { Envelope } from "../../../model/envelope.ts";

/** A saved response: its envelope was checked, its own fields are still unknown. */
export type SavedResponse = Envelope<string> & Readonly<Record<string, unknown>>;

const moment = z.string();
const unknownOr = <Schema extends z.ZodType>(schema: Schema): z.ZodType =>
  z.union([schema, z.literal("unknown")]);

const evidence = z.looseObject({
  artifact: z.string(),
  at: moment,
  evidence: z.string(),
  expires: moment,
});

const envelope = z.looseObject({
  schema: z.string().startsWith("exhibit."),
  gaps: z.array(
    z.looseObject({
      code: z.string(),
      subject: z.string().optional(),
      detail: z.string().optional(),
      count: z.number().optional(),
    }),
  ),
  freshness: z.looseObject({
    projection: z.looseObject({
      state: z.enum(["current", "stale", "inconsistent", "last_good", "unchecked", "unavailable"]),
      generation: z.union([z.number(), z.literal("none")]),
      builtAt: moment,
      checkedAt: moment,
      refresh: z.looseObject({
        status: z.enum(["off", "not_needed", "refreshed", "skipped", "started", "busy", "failed"]),
        reason: z.string(),
      }),
    }),
    sources: z.looseObject({
      oldestObservedAt: moment,
      newestObservedAt: moment,
      ageDays: unknownOr(z.number()),
      stale: unknownOr(z.boolean()),
      maxAgeDays: z.number(),
      unknownDates: z.number(),
    }),
    live: z.looseObject({ verified: z.boolean(), evidence: z.array(evidence) }),
  }),
  authority: z.looseObject({ kind: z.literal("orientation"), mayAuthorize: z.literal(false) }),
  completeness: z.looseObject({
    complete: z.boolean(),
    sources: z.array(
      z.looseObject({
        name: z.string(),
        status: z.enum(["ok", "failed", "stale", "skipped", "missing", "not_asked"]),
        hits: z.number(),
        reason: z.string().optional(),
      }),
    ),
  }),
  budget: z.looseObject({
    capBytes: z.number(),
    usedBytes: z.number(),
    dropped: z.number(),
    droppedGaps: z.number(),
  }),
  trace: z
    .array(z.looseObject({ step: z.string(), detail: z.string(), count: z.number() }))
    .optional(),
});

/** Reads what `--json` wrote. Refuses what is no response, and a response whose signals were tampered away. */
export function parseSavedResponse(file: string, text: string): SavedResponse {
  const result = envelope.safeParse(parseJson(file, text));
  if (result.success) {
    // Checked field by field above. Codes of gaps may be newer than this program: `formatGap` shows those as they are.
    return result.data as unknown as SavedResponse;
  }
  const [issue] = result.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "it" : issue.path.join(".");
  throw optionInvalid(
    "FILE",
    `${file} is no saved response: ${where}: ${issue?.message ?? "unreadable"}`,
  );
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw optionInvalid("FILE", `${file} is no JSON (${error.message}). Save one with --json`);
  }
}
