import type { z } from "zod";
import { poolInvalid } from "../errors-of-admission.ts";
import { GENERATOR_NAMES } from "../model/candidate.ts";
import type { Pool } from "../model/pool.ts";
import { GRANULARITIES } from "../model/representation.ts";

/**
 * Reads a frozen pool. What is not part of a pool is dropped, labels included: they are no business of a policy. `name` is the
 * file's, for the refusal (`pool_invalid`).
 */
export async function parsePool(text: string, name: string): Promise<Pool> {
  const schema = await loadSchema();
  return readJson(text, name, schema);
}

/** Reads JSON of a known shape; refuses with `pool_invalid`, which names the first field that is wrong. */
export function readJson<Value>(text: string, name: string, schema: z.ZodType<Value>): Value {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw poolInvalid(name, `is not JSON: ${error.message}`, error);
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  throw poolInvalid(name, `${where}${issue?.message ?? "of another shape"}`);
}

type Zod = typeof import("zod").z;

/** Loaded only when a pool is handed over. */
async function loadSchema(): Promise<z.ZodType<Pool>> {
  const { z } = await import("zod");
  const terms = z.array(z.object({ form: z.string(), written: z.string(), passages: whole(z) }));
  const report = z.object({
    generator: z.enum(GENERATOR_NAMES),
    source: sourceName(z),
    status: z.enum(["ok", "failed", "stale", "skipped", "missing", "not_asked"]),
    candidates: whole(z),
    artifacts: whole(z),
    passages: whole(z),
    ceiling: orWord(z, z.number(), "unavailable"),
    terms,
  });
  return z.object({
    schema: z.literal("exhibit.pool/1"),
    task: z.object({ text: z.string(), query: z.string(), scope: z.string() }),
    counter: z.string().min(1),
    generators: z.array(report),
    candidates: z
      .array(candidateOf(z))
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "an id stands twice"),
  });
}

const whole = (z: Zod) => z.int().min(0);

const reference = (z: Zod) => z.templateLiteral(["artifact://", z.string()]);

const sourceName = (z: Zod) => z.enum(["files", "records", "sessions", "memory", "captures"]);

const linesOf = (z: Zod) => z.object({ startLine: z.int().min(1), endLine: z.int().min(1) });

function orWord<Schema extends z.ZodType, const Word extends string>(
  z: Zod,
  schema: Schema,
  word: Word,
) {
  return z.union([schema, z.literal(word)]);
}

function citationOf(z: Zod) {
  return z.object({
    path: z.string(),
    ...linesOf(z).shape,
    version: z.string(),
    excerptSha256: z.string(),
    bytes: z.object({ start: whole(z), end: whole(z) }).exactOptional(),
    state: z.enum(["current", "relocated", "changed", "gone", "unchecked"]),
    relocatedTo: linesOf(z).exactOptional(),
  });
}

function offerOf(z: Zod) {
  return z.object({
    granularity: z.enum(GRANULARITIES),
    fidelity: z.enum(["described", "extracted", "exact"]),
    tokens: whole(z),
    bytes: whole(z),
    text: z.string(),
    wordedBy: z.enum(["source", "author", "program"]),
    lines: orWord(z, linesOf(z), "none"),
    citation: citationOf(z),
    coverage: z.number().min(0).max(1),
    notShown: z.array(z.string()),
  });
}

function candidateOf(z: Zod) {
  return z.object({
    id: z.string().min(1),
    artifact: reference(z),
    fragment: z.string().min(1),
    version: z.string().regex(/^[0-9a-f]{64}$/),
    generator: z.enum(GENERATOR_NAMES),
    source: sourceName(z),
    rank: orWord(z, z.int().min(1), "unavailable"),
    score: orWord(z, z.number(), "unavailable"),
    title: z.string(),
    headingPath: z.array(z.string()),
    exactMatch: z.enum(["path", "identifier", "heading", "title", "none"]),
    citation: citationOf(z),
    observed: z.object({ at: z.string(), basis: z.enum(TIME_BASES) }),
    ageDays: orWord(z, z.number(), "unknown"),
    ageClass: z.enum(["dated", "outdated", "unknown"]),
    origin: z.enum(["authored", "rendered", "agent-generated"]),
    provenance: z.enum(PROVENANCES),
    scope: z.string().min(1),
    supersededBy: orWord(z, reference(z), "none"),
    minFidelity: z.enum(["exact", "any"]),
    recovery: z.discriminatedUnion("status", [
      z.object({ status: z.literal("resolved") }),
      z.object({ status: z.literal("failed"), reason: z.string() }),
    ]),
    duplicateOf: z.string(),
    overlapsWith: z.array(z.string()),
    offers: z.array(offerOf(z)),
    offered: z.enum(["span", "section", "full"]),
  });
}

const TIME_BASES = [
  "observed",
  "observed_restamped",
  "declared",
  "committed",
  "edited",
  "indexed",
  "unknown",
] as const;

const PROVENANCES = [
  "agent-message",
  "memory",
  "project-note",
  "record",
  "tool-output",
  "user-instruction",
  "workspace-file",
] as const;
