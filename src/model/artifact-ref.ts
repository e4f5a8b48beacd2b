import type { ArtifactRef } from "./artifact.ts";

const PREFIX = "artifact://";

/** Half of a surrogate pair: no text of its own, and nothing that a percent-encoding could write. */
const LONE_SURROGATE = /\p{Cs}/gu;

/**
 * Returns the reference of the text at `path` of `source`; every part of the path is percent-encoded apart. Half a surrogate
 * pair, which no path that was read can hold, becomes U+FFFD as in any UTF-8 writer.
 */
export function artifactRef(source: string, path: string): ArtifactRef {
  const parts = path.replace(LONE_SURROGATE, "\ufffd").split("/");
  return `${PREFIX}${source}/${parts.map(encodeURIComponent).join("/")}`;
}

/** Splits a reference into source and path, or returns `"malformed"`. The inverse of `artifactRef`. */
export function parseArtifactRef(ref: string): { source: string; path: string } | "malformed" {
  if (!ref.startsWith(PREFIX)) return "malformed";
  const slash = ref.indexOf("/", PREFIX.length);
  if (slash <= PREFIX.length || slash === ref.length - 1) return "malformed";
  try {
    const path = ref
      .slice(slash + 1)
      .split("/")
      .map(decodeURIComponent)
      .join("/");
    return { source: ref.slice(PREFIX.length, slash), path };
  } catch (error) {
    // decodeURIComponent throws URIError on a broken escape; anything else is a bug.
    if (error instanceof URIError) return "malformed";
    throw error;
  }
}
