import { optionInvalid } from "../../../errors.ts";
import type { Engine } from "../../../model/engine.ts";
import type { VerifyResponse } from "../../../model/verify-response.ts";
import { answer } from "../answer.ts";
import type { Call, RunCommand } from "../call.ts";
import { callOptions } from "../call-options.ts";
import { EXIT, type ExitCode, exitOfAnswer } from "../exit-codes.ts";
import type { FoundCitation } from "../find-citations.ts";
import { holds } from "../holds.ts";
import { type Places, toReference } from "../workspace-path.ts";

/** Checks citations. 0 every one holds, 1 one does not, 3 one could not be compared. */
export const runVerify: RunCommand = async (call) => {
  const found = await findAsked(call);
  const citedAt = new Map<string, readonly string[]>();
  return answer(call, {
    ask: (engine, places) => verifyFound({ call, engine, places, found, citedAt }),
    exitOf: (response) => exitOfChecks(response, call.settings["require-complete"] === true),
    loadFormat: async () => {
      const { formatVerify } = await import("../format/format-verify.ts");
      return (response, view) => formatVerify(response, view, citedAt);
    },
  });
};

/** Returns the exit status of checks: one that fails decides, then one that could not be compared. */
export function exitOfChecks(response: VerifyResponse, requireComplete: boolean): ExitCode {
  const failed = response.checks.filter((check) => !holds(check));
  if (failed.length > 0) {
    const isOnlyUnchecked = failed.every(
      ({ resolved, citation }) =>
        resolved === "exact" && citation !== "unknown" && citation.state === "unchecked",
    );
    return isOnlyUnchecked ? EXIT.incomplete : EXIT.nothingFound;
  }
  // Checks that did not fit the cap were not shown to hold.
  if (response.budget.dropped > 0) return EXIT.incomplete;
  return exitOfAnswer(true, response.completeness, requireComplete);
}

async function findAsked(call: Call): Promise<readonly FoundCitation[]> {
  const asked = call.words.map((reference) => ({ reference, citedOnLines: [] }));
  const { from } = call.settings;
  if (from === undefined) {
    if (asked.length > 0) return asked;
    throw optionInvalid("CITATION", "it is missing; give citations, or a text with --from FILE");
  }
  const [{ findCitations }, { readText }] = await Promise.all([
    import("../find-citations.ts"),
    import("../read-text.ts"),
  ]);
  const found = [...asked, ...findCitations(await readText(call.surroundings, "--from", from))];
  // A text that cites nothing proves nothing: in a pipeline that must not pass.
  if (found.length === 0) throw optionInvalid("--from", `${from} holds no citation`);
  return found;
}

interface Verification {
  readonly call: Call;
  readonly engine: Engine;
  readonly places: Places;
  readonly found: readonly FoundCitation[];
  /** Filled with where each citation was found, under the reference the engine is given. */
  readonly citedAt: Map<string, readonly string[]>;
}

function verifyFound({
  call,
  engine,
  places,
  found,
  citedAt,
}: Verification): Promise<VerifyResponse> {
  for (const { reference, citedOnLines } of found) {
    const asked = toReference(places, reference);
    const lines = citedOnLines.map((line) => `${call.settings.from ?? ""}:${line}`);
    // Two spellings of one path are one citation, cited at the places of both.
    citedAt.set(asked, [...(citedAt.get(asked) ?? []), ...lines]);
  }
  return engine.verify([...citedAt.keys()], callOptions(call.settings));
}
