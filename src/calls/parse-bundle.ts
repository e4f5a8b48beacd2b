import type { z } from "zod";
import type { EarlierBundle } from "../model/bundle-response.ts";
import { GRANULARITIES } from "../model/representation.ts";
import type { Resident } from "../model/resident.ts";
import { readJson } from "./parse-pool.ts";

/** Reads a bundle that was saved with `--json`; `name` is the file's, for the refusal (`pool_invalid`). */
export async function parseBundle(text: string, name: string): Promise<EarlierBundle> {
  return readJson(text, name, await loadSchema());
}

/** Returns what the reader of an earlier bundle has. */
export function toResident(bundle: EarlierBundle): Resident {
  return {
    bundle: bundle.ledger,
    exhibits: bundle.exhibits.map((exhibit) => ({
      label: exhibit.label,
      artifact: exhibit.artifact,
      version: exhibit.citation.version,
      headingPath: exhibit.headingPath,
      representation: exhibit.representation,
      lines: { startLine: exhibit.citation.startLine, endLine: exhibit.citation.endLine },
      text: exhibit.text,
      tokens: exhibit.tokens,
    })),
    tokens: bundle.budget.usedTokens,
  };
}

/** Loaded only when a bundle is handed over. */
async function loadSchema(): Promise<z.ZodType<EarlierBundle>> {
  const { z } = await import("zod");
  const reference = z.templateLiteral(["artifact://", z.string()]);
  const line = z.int().min(1);
  const place = { path: z.string(), startLine: line, endLine: line, version: z.string() };
  const label = (letter: "D" | "E") => z.string().regex(new RegExp(`^${letter}[1-9]\\d{0,5}$`));
  return z.object({
    schema: z.literal("exhibit.bundle/1"),
    task: z.string(),
    ledger: z.string(),
    exhibits: z.array(
      z.object({
        label: label("E"),
        artifact: reference,
        headingPath: z.array(z.string()),
        representation: z.object({
          granularity: z.enum(GRANULARITIES),
          fidelity: z.enum(["described", "extracted", "exact"]),
        }),
        text: z.string(),
        tokens: z.int().min(0),
        citation: z.object({
          ...place,
          excerptSha256: z.string(),
          state: z.enum(["current", "relocated", "changed", "gone", "unchecked"]),
        }),
      }),
    ),
    deferred: z.array(
      z.object({ label: label("D"), artifact: reference, citation: z.object(place) }),
    ),
    budget: z.object({ usedTokens: z.int().min(0) }),
  });
}
