import { spawn } from "node:child_process";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { basename, join, posix, relative, resolve, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { CallParts } from "./calls/session.ts";
import { createEngine } from "./engine.ts";
import { dataFolderUnusable } from "./errors.ts";
import { findWorkspace } from "./host/find-workspace.ts";
import { loadConfig, type WorkspaceConfig } from "./host/load-config.ts";
import { openWorkerPool } from "./host/worker-pool.ts";
import { createIndexKit } from "./lexical/index-kit.ts";
import type { SourceName } from "./model/artifact.ts";
import type { Engine, EngineOptions } from "./model/engine.ts";
import { createSessionOpener, type SessionSetup } from "./open-session.ts";
import { openSources, type WorkspaceSources } from "./open-sources.ts";
import type { Clock } from "./ports/clock.ts";
import type { ContentStore } from "./ports/content-store.ts";
import type { RefreshLock } from "./ports/refresh-lock.ts";
import type { TextProcessor } from "./ports/text-processor.ts";
import { openSqliteObservationLog } from "./stores/sqlite/sqlite-observation-log.ts";
import { openSqliteRefreshLock } from "./stores/sqlite/sqlite-refresh-lock.ts";

/** Below this, starting threads costs more than it saves. */
const MIN_THREADED_BYTES = 4 * 1024 * 1024;
