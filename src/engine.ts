import { doctor } from "./calls/doctor.ts";
import { explain } from "./calls/explain.ts";
import type { CallGuard } from "./calls/guard-calls.ts";
import { importHistory } from "./calls/import.ts";
import { map } from "./calls/map.ts";
import { observe } from "./calls/observe.ts";
import { open } from "./calls/open.ts";
import { refresh } from "./calls/refresh.ts";
import { search } from "./calls/search.ts";
import type { CallParts } from "./calls/session.ts";
import { status } from "./calls/status.ts";
import { timeline } from "./calls/timeline.ts";
import { verify } from "./calls/verify.ts";
import type { AdmissionCalls } from "./model/admission-calls.ts";
import type { Engine } from "./model/engine.ts";

/**
 * The program in one screen. Sources are refreshed into an immutable generation; a search finds candidates in it; each
 * candidate is cited, that is re-read and re-hashed; the response says what was found, how old it is and what is missing. For a
 * task, a policy decides which candidates are admitted, a bundle shows those alone, and the ledger keeps all of it.
 *
 *     refresh → search → cite → respond
 *     refresh → gather → admit → bundle → record
 *
 * `run` stands around each call: none after `close`, and a second try where the store turned out damaged.
 * Every call tells its part of that story in its own file under `calls/`, and each stage under `pipeline/` knows no other.
 */
export function createEngine(parts: CallParts, { run, close }: CallGuard): Engine {
  const admission = async (): Promise<AdmissionCalls> =>
    (await import("./calls/admission-calls.ts")).createAdmissionCalls(parts);
  return {
    workspace: parts.workspace,
    dataFolder: parts.dataFolder,
    // Answers a question with cited passages.
    search: (query, options = {}) => run(() => search(parts, query, options)),
    timeline: (words = "", options = {}) => run(() => timeline(parts, words, options)),
    // Decides what may enter a context, on the record, and says what became of it.
    bundle: (task, options) => run(async () => (await admission()).bundle(task, options)),
    expand: (label, options) => run(async () => (await admission()).expand(label, options)),
    ledger: (options) => run(async () => (await admission()).ledger(options)),
    ledgerEntry: (id, options) => run(async () => (await admission()).ledgerEntry(id, options)),
    used: (id, answer, options) => run(async () => (await admission()).used(id, answer, options)),
    outcome: (id, options) => run(async () => (await admission()).outcome(id, options)),
    why: (id, options) => run(async () => (await admission()).why(id, options)),
    explain: (query, reference, options = {}) =>
      run(() => explain(parts, query, reference, options)),
    // Follows a citation, and judges it.
    open: (reference, options = {}) => run(() => open(parts, reference, options)),
    verify: (citations, options = {}) => run(() => verify(parts, citations, options)),
    // Shows what there is without a question.
    map: (options = {}) => run(() => map(parts, options)),
    status: (options = {}) => run(() => status(parts, options)),
    doctor: (options = {}) => run(() => doctor(parts, options)),
    // Makes the projection current; says nothing about the facts.
    refresh: (options = {}) => run(() => refresh(parts, options)),
    // Keeps what agents and their users said and did.
    import: (options = {}) => run(() => importHistory(parts, options)),
    // Records that somebody looked at the facts: nothing else can.
    observe: (reference, observation) => run(() => observe(parts, reference, observation)),
    // Keeps what is worth keeping: a note on purpose, a command's output outside the context. A search loads none of it.
    remember: (text, options = {}) =>
      run(async () => (await import("./calls/remember.ts")).remember(parts, text, options)),
    notes: (options = {}) =>
      run(async () => (await import("./calls/notes.ts")).notes(parts, options)),
    capture: (command, options = {}) =>
      run(async () => (await import("./calls/capture.ts")).capture(parts, command, options)),
    put: (bytes, options = {}) =>
      run(async () => (await import("./calls/capture.ts")).put(parts, bytes, options)),
    // Removes for good, and only when told so twice.
    forget: (selection, options = {}) =>
      run(async () => (await import("./calls/forget.ts")).forget(parts, selection, options)),
    secrets: (options = {}) =>
      run(async () => (await import("./calls/secrets.ts")).secrets(parts, options)),
    locate: (text, words) => parts.kit.locate(text, words),
    close,
  };
}
