import { optionInvalid } from "../../../errors.ts";
import type { Engine, SavedCitation } from "../../../model/engine.ts";
import type { VerifyResponse } from "../../../model/verify-response.ts";
import { answer } from "../answer.ts";
import type { Call, RunCommand } from "../call.ts";
import { callOptions } from "../call-options.ts";
import type { AskedCitation } from "../cited-in.ts";
import { EXIT, type ExitCode, exitOfAnswer } from "../exit-codes.ts";
import { holds, isUndecided } from "../holds.ts";
import { type Places, toReference } from "../workspace-path.ts";

/** Checks citations. 0 every one holds, 1 one does not, 3 one could not be compared or names no version. */
export const runVerify: RunCommand = async (call) => {
  const asked = await findAsked(call);
  const citedAt = new Map<string, readonly string[]>();
  return answer(call, {
    ask: (engine, places) => verifyAsked({ call, engine, places, asked, citedAt }),
    exitOf: (response) => exitOfChecks(response, call.settings["require-complete"] === true),
    loadFormat: async () => {
      const { formatVerify } = await import("../format/format-verify.ts");
      return (response, view) => formatVerify(response, view, citedAt);
    },
  });
};

/** Returns the exit status of checks: one that fails decides, then one that nobody can decide. */
export function exitOfChecks(response: VerifyResponse, requireComplete: boolean): ExitCode {
  const failed = response.checks.filter((check) => !holds(check));
  if (failed.length > 0) return failed.every(isUndecided) ? EXIT.incomplete : EXIT.nothingFound;
  // Checks that did not fit the cap were not shown to hold.
  if (response.budget.dropped > 0) return EXIT.incomplete;
  return exitOfAnswer(true, response, requireComplete);
}

async function findAsked(call: Call): Promise<readonly AskedCitation[]> {
  const asked = call.words.map((citation) => ({ citation, citedAt: [] }));
  const { from } = call.settings;
  if (from === undefined) {
    if (asked.length > 0) return asked;
    throw optionInvalid("CITATION", "it is missing; give citations, or a text with --from FILE");
  }
  const [{ listCited }, { readText }] = await Promise.all([
    import("../cited-in.ts"),
    import("../read-text.ts"),
  ]);
  const found = [...asked, ...listCited(from, await readText(call.surroundings, "--from", from))];
  // A text that cites nothing proves nothing: in a pipeline that must not pass.
  if (found.length === 0) throw optionInvalid("--from", `${from} holds no citation`);
  return found;
}

interface Verification {
  readonly call: Call;
  readonly engine: Engine;
  readonly places: Places;
  readonly asked: readonly AskedCitation[];
  /** Filled with where each citation was found, under the reference the engine is given. */
  readonly citedAt: Map<string, readonly string[]>;
}

function verifyAsked({
  call,
  engine,
  places,
  asked,
  citedAt,
}: Verification): Promise<VerifyResponse> {
  const distinct = new Map<string, string | SavedCitation>();
  for (const { citation, citedAt: found } of asked) {
    const isBare = typeof citation === "string";
    const reference = toReference(places, isBare ? citation : citation.citation);
    // Two spellings of one path are one citation, cited at the places of both.
    citedAt.set(reference, [...(citedAt.get(reference) ?? []), ...found]);
    const resolved = isBare ? reference : { ...citation, citation: reference };
    distinct.set(JSON.stringify(resolved), resolved);
  }
  return engine.verify([...distinct.values()], callOptions(call.settings));
}
