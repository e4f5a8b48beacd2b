import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configInvalid } from "../errors.ts";
import type { StoreName } from "../model/artifact.ts";
import type { RetentionRule } from "../model/retention.ts";

/** A workspace's own renderer: a program without a shell, and how long it may take. */
export interface RendererConfig {
  readonly command: readonly string[];
  readonly timeoutMs: number;
}

/** `exhibit.config.json` with every default filled in. */
export interface WorkspaceConfig {
  readonly renderer: RendererConfig | "built-in";
  /** Artifact paths that must exist; one that does not is a `module_missing` gap. */
  readonly modules: readonly string[];
  readonly maxAgeDays: number;
  readonly maxFileBytes: number | "default";
  /** Other projects by the names that `--project` takes; folders, relative to this workspace. */
  readonly projects: Readonly<Record<string, string>>;
  /** How long entries of a store are meant to be kept; off where it is not said. */
  readonly retention: Readonly<Partial<Record<StoreName, RetentionRule>>>;
  /** Admission policies of one's own: names and the modules that export them, relative to this workspace. */
  readonly policies: Readonly<Record<string, string>>;
  /** Artifacts that the policy `hybrid` admits in any case. */
  readonly pinned: readonly string[];
  /** Globs over artifact paths whose text enters a bundle word for word or not at all. */
  readonly exact: readonly string[];
}

export const CONFIG_FILE = "exhibit.config.json";
export const DEFAULT_MAX_AGE_DAYS = 7;
const DEFAULT_RENDERER_TIMEOUT_MS = 60_000;

const DEFAULTS: WorkspaceConfig = {
  renderer: "built-in",
  modules: [],
  maxAgeDays: DEFAULT_MAX_AGE_DAYS,
  maxFileBytes: "default",
  projects: {},
  retention: {},
  policies: {},
  pinned: [],
  exact: [],
};

/** Reads the workspace's configuration; without a file the defaults hold. Unknown keys are refused by name. */
export async function loadConfig(workspace: string): Promise<WorkspaceConfig> {
  const path = join(workspace, CONFIG_FILE);
  const text = readIfThere(path);
  return text === "absent" ? DEFAULTS : parseConfig(path, parseJson(path, text));
}

function readIfThere(path: string): string | "absent" {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOENT" || code === "ENOTDIR") return "absent";
    throw configInvalid(path, `cannot be read (${String(code)})`, error);
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw configInvalid(
      path,
      `is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
}

/** Loaded only when there is a file: zod costs more than the rest of a cold search. */
async function parseConfig(path: string, input: unknown): Promise<WorkspaceConfig> {
  const { z } = await import("zod");
  const rule = z
    .strictObject({
      maxAgeDays: z.number().min(0).optional(),
      maxBytes: z.int().min(0).optional(),
    })
    .transform(
      ({ maxAgeDays, maxBytes }): RetentionRule => ({
        maxAgeDays: maxAgeDays ?? "unlimited",
        maxBytes: maxBytes ?? "unlimited",
      }),
    )
    .optional();
  const schema = z.strictObject({
    renderer: z
      .strictObject({
        command: z.array(z.string().min(1)).min(1),
        timeoutMs: z.int().min(1).max(3_600_000).default(DEFAULT_RENDERER_TIMEOUT_MS),
      })
      .optional(),
    modules: z.array(z.string().min(1)).default([]),
    maxAgeDays: z.number().min(0).default(DEFAULT_MAX_AGE_DAYS),
    maxFileBytes: z.int().min(1).optional(),
    projects: z.record(z.string().min(1), z.string().min(1)).default({}),
    retention: z.strictObject({ sessions: rule, memory: rule, captures: rule }).default({}),
    policies: z.record(z.string().min(1), z.string().min(1)).default({}),
    pinned: z.array(z.string().min(1)).default([]),
    exact: z.array(z.string().min(1)).default([]),
  });
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
    throw configInvalid(path, `${where}${issue?.message ?? "not a configuration"}`);
  }
  const { renderer, maxFileBytes, retention, ...rest } = parsed.data;
  const given = Object.entries(retention).filter(([, rule]) => rule !== undefined);
  return {
    ...rest,
    renderer: renderer ?? "built-in",
    maxFileBytes: maxFileBytes ?? "default",
    retention: Object.fromEntries(given),
  };
}
