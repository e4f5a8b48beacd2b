import type { ArtifactKind, ArtifactRef, SourceName } from "./artifact.ts";

/** One artifact version, split, ready to be indexed. */
export interface IndexDocument {
  readonly artifact: ArtifactRef;
  readonly version: string;
  readonly source: SourceName;
  readonly path: string;
  readonly title: string;
  readonly kind: ArtifactKind;
  readonly language: string;
  readonly passages: readonly IndexPassage[];
}

/** A passage as the index sees it: words under headings. */
export interface IndexPassage {
  readonly headingPath: readonly string[];
  /** The passage's text. Without text and heading path a passage has no words at all, so nothing finds it. */
  readonly text: string;
}
