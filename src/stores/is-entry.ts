import { type ArtifactRef, STORE_NAMES } from "../model/artifact.ts";

/** True for what a store of entries holds, and forgets for good; a text of the workspace is nobody's to forget here. */
export function isEntry(artifact: ArtifactRef): boolean {
  return STORE_NAMES.some((name) => artifact.startsWith(`artifact://${name}/`));
}
