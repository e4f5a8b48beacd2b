import type { Artifact } from "../model/artifact.ts";
import type { DoctorFinding, DoctorResponse } from "../model/doctor-response.ts";
import type { CallOptions } from "../model/engine.ts";
import type { SourceReport } from "../model/envelope.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import { CALL_OPTIONS, settleCall } from "./call-settings.ts";
import { checkStores } from "./check-stores.ts";
import { composeSignals } from "./compose-signals.ts";
import { isStoreName } from "./entry-artifact.ts";
import { reasonUnreadable } from "./list-observations.ts";
import type { CallParts, Session } from "./session.ts";
import { checkLedger } from "./summarize-ledger.ts";
import { standStores, summarizeStores } from "./summarize-stores.ts";

/** Reads every stored row and says of each part whether it works and what to do if not (DIA-03). Writes nothing. */
export async function doctor(parts: CallParts, options: CallOptions): Promise<DoctorResponse> {
  const settings = settleCall(parts, { refresh: "off", ...options }, CALL_OPTIONS);
  const session = await parts.openSession(settings.refresh);
  const standing = await session.keeper.stand(settings.refresh);
  const stores = await summarizeStores(parts);
  const facts = { settings, standing, observations: [], stores: standStores(stores) };
  const artifacts = await session.store.artifacts();
  const signals = composeSignals(parts, facts, artifacts);
  const findings = [
    checkDataFolder(parts, session),
    await checkRows(session),
    await checkObservations(parts),
    await checkLedger(parts),
    ...signals.completeness.sources
      .filter(({ name }) => !isStoreName(name))
      .map((source) => checkSource(source, artifacts)),
    ...(await checkStores(parts, stores)),
    checkProjection(standing.projection.state, standing.projection.refresh.reason),
    await checkLastRefresh(session),
    await checkLock(parts),
  ];
  return fitResponse<DoctorResponse, never>({
    capBytes: settings.capBytes,
    items: [],
    gaps: [...session.gaps, ...summarizeGaps(standing.gaps)],
    build: (_none, gaps, budget) => ({
      schema: "exhibit.doctor/1",
      findings,
      gaps,
      ...signals,
      budget,
    }),
  });
}

function checkDataFolder(parts: CallParts, session: Session): DoctorFinding {
  const name = "data folder";
  const gap = session.gaps.find(({ code }) => code === "data_folder_unusable");
  if (gap !== undefined) {
    const advice = "Make it writable, or set EXHIBIT_HOME to a folder that is.";
    return { name, status: "failed", detail: gap.detail ?? gap.code, advice };
  }
  return { name, status: "ok", detail: parts.dataFolder, advice: "" };
}

async function checkRows(session: Session): Promise<DoctorFinding> {
  const name = "stored rows";
  const damage = session.gaps.find(({ code }) => code === "index_damaged");
  if (session.inMemory && damage !== undefined) {
    const advice =
      'Run "exhibit refresh": it sets the damaged file aside and rebuilds from the inputs.';
    return { name, status: "failed", detail: damage.detail ?? damage.code, advice };
  }
  if (session.inMemory) {
    const detail = "no stored row is in use: this answer was made in memory";
    return { name, status: "not_checked", detail, advice: "" };
  }
  const problems = await session.store.check();
  const [first] = problems;
  if (first === undefined)
    return { name, status: "ok", detail: "every checksum holds", advice: "" };
  const detail = problems.length === 1 ? first : `${first} (and ${problems.length - 1} more)`;
  return { name, status: "failed", detail, advice: 'Run "exhibit refresh --rebuild".' };
}

/** Nothing can rebuild the ledger, so the advice never is to make a new one in its place. */
async function checkObservations(parts: CallParts): Promise<DoctorFinding> {
  const name = "live checks";
  try {
    const count = await parts.observations.check();
    const detail = count === 0 ? "none recorded" : `${count} recorded, every checksum holds`;
    return { name, status: "ok", detail, advice: "" };
  } catch (error) {
    const reason = reasonUnreadable(error);
    if (reason === "other") throw error;
    const detail = `ledger.db: ${reason}`;
    const advice =
      "Searches go on without it. Nothing can rebuild it: restore a copy, or move it away and record the checks again.";
    return { name, status: "failed", detail, advice };
  }
}

function checkSource(source: SourceReport, artifacts: readonly Artifact[]): DoctorFinding {
  const name = `source ${source.name}`;
  const own = artifacts.filter((artifact) => artifact.source === source.name);
  const bytes = own.reduce((sum, artifact) => sum + artifact.byteLength, 0);
  const held = `${own.length} ${own.length === 1 ? "text" : "texts"}, ${bytes} bytes`;
  const dates = `newest observation ${source.newestObserved}`;
  if (source.status === "ok") {
    return { name, status: "ok", detail: `readable; ${held}, ${dates}`, advice: "" };
  }
  const detail = `${source.status}: ${source.reason ?? "no reason known"}; ${held}, ${dates}`;
  const advice =
    source.status === "skipped"
      ? 'Run "exhibit status" to see which could not be read.'
      : 'Run "exhibit refresh".';
  return { name, status: source.status === "missing" ? "not_checked" : "warning", detail, advice };
}

function checkProjection(state: string, reason: string): DoctorFinding {
  const name = "projection";
  if (state === "current") return { name, status: "ok", detail: "matches its inputs", advice: "" };
  const advice = 'Run "exhibit refresh".';
  return {
    name,
    status: state === "unavailable" ? "failed" : "warning",
    detail: `${state}: ${reason}`,
    advice,
  };
}

async function checkLastRefresh(session: Session): Promise<DoctorFinding> {
  const name = "last refresh";
  const last = await session.store.lastRefresh();
  if (last === "none")
    return { name, status: "not_checked", detail: "none yet", advice: 'Run "exhibit refresh".' };
  const detail = `${last.status} at ${last.at}: ${last.reason}`;
  if (last.status !== "failed") return { name, status: "ok", detail, advice: "" };
  return {
    name,
    status: "failed",
    detail,
    advice: "Mend the cause named here; last-good is served until then.",
  };
}

async function checkLock(parts: CallParts): Promise<DoctorFinding> {
  const holder = await parts.lock.holder();
  const name = "refresh lock";
  if (holder === "free") return { name, status: "ok", detail: "free", advice: "" };
  const advice = "Nothing to do while that process works; the system frees the lock when it ends.";
  return { name, status: "warning", detail: `held by ${holder.heldBy}`, advice };
}
