/**
 * Searches a workspace for passages, verifies the citation of each before it is returned, and names what could not answer.
 *
 * @packageDocumentation
 */

export { parseBundle, parsePool, renderBundle } from "./calls/bundle-texts.ts";
export { EngineError, type ErrorCode, type ErrorDetails } from "./errors.ts";
export type { LedgerOptions, OutcomeOptions } from "./model/admission-calls.ts";
export type {
  Artifact,
  ArtifactKind,
  ArtifactRef,
  Origin,
  SourceName,
  TextEncoding,
} from "./model/artifact.ts";
export type { BundleForm, BundleOptions, ExpandOptions } from "./model/bundle-options.ts";
export type {
  BundleBudget,
  BundleResponse,
  Composition,
  ContextChange,
  DecisionCount,
  DecisionView,
  DeferredItem,
  EarlierBundle,
  Exhibit,
  Expansion,
  MachineryCost,
  NetTokens,
  Occupancy,
} from "./model/bundle-response.ts";
export type {
  AgeClass,
  Candidate,
  ExactMatch,
  GeneratorName,
  Provenance,
  Recovery,
} from "./model/candidate.ts";
export type { CapturedStream, CaptureEnd, CaptureResponse } from "./model/capture-response.ts";
export type { Citation, CitationState } from "./model/citation.ts";
export { citationOf } from "./model/citation-text.ts";
export type {
  Decision,
  Diversity,
  Reason,
  ReasonCode,
  Strength,
  Verdict,
  Verdicts,
} from "./model/decision.ts";
export type { DoctorFinding, DoctorResponse } from "./model/doctor-response.ts";
export type {
  CallOptions,
  CaptureOptions,
  Engine,
  EngineOptions,
  ExplainOptions,
  ImportOptions,
  MapOptions,
  NewObservation,
  NotesOptions,
  OpenOptions,
  PutOptions,
  Ranker,
  RefreshMode,
  RefreshOptions,
  RememberOptions,
  SavedCitation,
  SearchOptions,
  TimelineOptions,
} from "./model/engine.ts";
export type {
  Authority,
  Budget,
  Completeness,
  Envelope,
  NamedProject,
  SourceReport,
  SourceStatus,
  TraceStep,
} from "./model/envelope.ts";
export type { ExplainResponse } from "./model/explain-response.ts";
export type { Explanation } from "./model/explanation.ts";
export type {
  FailureKind,
  FailureOwner,
  FailureReport,
  FailureStage,
  Wandering,
} from "./model/failure.ts";
export type { ForgetOptions, ForgetSelectionOptions } from "./model/forget-options.ts";
export type { ForgetResponse, ForgottenEntry, ForgottenInStore } from "./model/forget-response.ts";
export type {
  Freshness,
  LiveEvidence,
  LiveFreshness,
  ProjectionFreshness,
  ProjectionState,
  RefreshStatus,
  SourceFreshness,
} from "./model/freshness.ts";
export type { Gap, GapCode } from "./model/gap.ts";
export type {
  AgentImport,
  BrokenRecords,
  ImportedEvents,
  ImportedFiles,
  ImportProgress,
  ImportResponse,
  ImportTotals,
  MissingSessions,
} from "./model/import-response.ts";
export type { Instant, TimeBasis, TimePrecision } from "./model/instant.ts";
export type {
  BundleRecord,
  Helpful,
  LedgerEntry,
  OutcomeRecord,
  RecordedCandidate,
  RenderedPart,
  UseEvidence,
  UseRecord,
} from "./model/ledger-record.ts";
export type {
  AdmittedSource,
  LedgerLine,
  LedgerListResponse,
  LedgerShowResponse,
  LedgerSummary,
  OutcomeResponse,
  UsedResponse,
  WhyResponse,
} from "./model/ledger-response.ts";
export type { MapModule, MapResponse, MapSection } from "./model/map-response.ts";
export type { Note, NotesResponse, RememberResponse } from "./model/note-response.ts";
export type { Observation } from "./model/observation.ts";
export type { ObserveResponse } from "./model/observe-response.ts";
export type { OpenResponse } from "./model/open-response.ts";
export type { GeneratorReport, Pool, Task, TermCount } from "./model/pool.ts";
export type { RefreshProgress, RefreshResponse } from "./model/refresh-response.ts";
export type {
  Fidelity,
  Granularity,
  Offer,
  RepresentationKind,
} from "./model/representation.ts";
export type { Resident, ResidentExhibit } from "./model/resident.ts";
export type { RetentionRule } from "./model/retention.ts";
export type {
  Detail,
  Hit,
  HitEntry,
  Retrieval,
  SearchResponse,
} from "./model/search-response.ts";
export type { SecretPlace, SecretsResponse } from "./model/secrets-response.ts";
export type {
  LedgerSizes,
  SourceSummary,
  StatusResponse,
  StoreCounts,
  StoreSummary,
} from "./model/status-response.ts";
export type {
  EventTime,
  TimelineEvent,
  TimelineKind,
  TimelineOrder,
  TimelineResponse,
  TimelineWindow,
} from "./model/timeline-response.ts";
export type { NeedLabel, TokenSplit } from "./model/token-split.ts";
export type { CitationCheck, VerifyResponse } from "./model/verify-response.ts";
export { openEngine } from "./open-engine.ts";
export { serialize } from "./pipeline/respond/serialize.ts";
export type { AdmissionBudget, AdmissionInput, Policy } from "./ports/policy.ts";
