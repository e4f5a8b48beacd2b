import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { policyInvalid } from "../errors-of-admission.ts";
import type { Policy } from "../ports/policy.ts";

/** A policy of one's own, as the configuration names it. */
export interface PolicyFile {
  /** Where paths of the configuration begin. */
  readonly workspace: string;
  /** By which it is asked for. */
  readonly name: string;
  /** A JavaScript module, relative to the workspace. */
  readonly path: string;
}

/**
 * Loads a policy of the workspace: a JavaScript module whose default export is `{ version, decide }`, or that exports the two by
 * name. Only one that is asked for is loaded, because loading runs its code, with all that this process may do. Its version is
 * completed by eight digits of the file, so that another text of it is another version (ADM-14). Refuses with `policy_invalid` a
 * file outside the workspace, one that cannot be loaded, and one that exports no policy.
 */
export async function loadPolicy({ workspace, name, path }: PolicyFile): Promise<Policy> {
  const file = findInside(workspace, name, path);
  const digest = createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 8);
  const url = pathToFileURL(file);
  // A changed file is another module, also for a process that loaded it before.
  url.searchParams.set("version", digest);
  const { version, decide } = readExports(await importModule(url.href, name, path), name, path);
  return {
    version: `${version}#${digest}`,
    decide: (input) => decide(input),
  };
}

function findInside(workspace: string, name: string, file: string): string {
  if (isAbsolute(file)) {
    throw policyInvalid(name, `${file} is no path relative to the workspace`);
  }
  try {
    const root = realpathSync(workspace);
    const path = realpathSync(resolve(root, file));
    const inside = relative(root, path);
    if (inside !== "" && inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) {
      return path;
    }
  } catch (error) {
    throw policyInvalid(name, `${file} cannot be found in the workspace`, error);
  }
  throw policyInvalid(name, `${file} lies outside the workspace`);
}

async function importModule(href: string, name: string, file: string): Promise<object> {
  try {
    const loaded: unknown = await import(href);
    if (typeof loaded === "object" && loaded !== null) return loaded;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw policyInvalid(name, `${file} cannot be loaded: ${said}`, error);
  }
  throw policyInvalid(name, `${file} is no module`);
}

function readExports(loaded: object, name: string, file: string): Policy {
  const exported: unknown = "default" in loaded ? loaded.default : loaded;
  const held = typeof exported === "object" && exported !== null ? exported : {};
  const version: unknown = "version" in held ? held.version : undefined;
  const decide: unknown = "decide" in held ? held.decide : undefined;
  if (typeof version !== "string" || !/^[\w.:/@+-]{1,80}$/.test(version)) {
    throw policyInvalid(name, `${file} exports no version, such as "mine/1"`);
  }
  if (typeof decide !== "function") throw policyInvalid(name, `${file} exports no decide function`);
  return { version, decide: (input) => Reflect.apply(decide, held, [input]) };
}
