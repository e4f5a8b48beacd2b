import type { Exhibit, Occupancy } from "../../model/bundle-response.ts";
import type { Resident, ResidentExhibit } from "../../model/resident.ts";

/** Returns how full the context is with the texts of exhibits, before and after: before + admitted − replaced = after (LED-09). */
export function occupancyOf(
  resident: Resident,
  exhibits: readonly Exhibit[],
  capTokens: number,
): Occupancy {
  const sum = (of: readonly { readonly tokens: number }[]): number =>
    of.reduce((total, { tokens }) => total + tokens, 0);
  const labels = new Set(exhibits.map(({ label }) => label));
  const beforeTokens = sum(resident.exhibits);
  const admittedTokens = sum(exhibits);
  const replacedTokens = sum(resident.exhibits.filter(({ label }) => labels.has(label)));
  const afterTokens = beforeTokens + admittedTokens - replacedTokens;
  const usable = beforeTokens + capTokens;
  return {
    beforeTokens,
    admittedTokens,
    replacedTokens,
    afterTokens,
    utilisation: usable === 0 ? 0 : Math.round((afterTokens / usable) * 1_000) / 1_000,
    readmittedTokens: exhibits.reduce(
      (total, exhibit) => total + Math.round(exhibit.tokens * knownShare(exhibit, resident)),
      0,
    ),
  };
}

/** Share of an exhibit's lines that the reader had word for word already (ADM-34). */
function knownShare({ artifact, citation }: Exhibit, resident: Resident): number {
  const held = resident.exhibits.filter(
    (each) =>
      each.artifact === artifact &&
      each.version.startsWith(citation.version) &&
      each.representation.fidelity === "exact",
  );
  const { startLine, endLine } = citation;
  let known = 0;
  for (let line = startLine; line <= endLine; line++)
    if (held.some((each) => holds(each, line))) known++;
  return known / (endLine - startLine + 1);
}

function holds({ lines }: ResidentExhibit, line: number): boolean {
  return lines !== "none" && lines.startLine <= line && line <= lines.endLine;
}
