import type { ArtifactRef, SourceName, StoreName } from "./artifact.ts";
import type { Redaction } from "./entry.ts";
import type { Envelope } from "./envelope.ts";

/**
 * Where something that looks like a secret stands. The answer says place, kind and count, and repeats neither a secret nor a
 * part of one.
 */
export interface SecretsResponse extends Envelope<"exhibit.secrets/1"> {
  /** Over everything examined, shown or not. */
  readonly secretCount: number;
  /** By source, artifact and line; those that do not fit the cap are counted in `budget.dropped`. */
  readonly places: readonly SecretPlace[];
  /** How many texts of each source were examined. */
  readonly examined: readonly { readonly name: SourceName; readonly texts: number }[];
  /** What was taken out before it was kept, by store and kind; a store without any is left out. */
  readonly redacted: readonly {
    readonly name: StoreName;
    readonly redactions: readonly Redaction[];
  }[];
}

/** One place, with what stands there. */
export interface SecretPlace {
  readonly artifact: ArtifactRef;
  /** Which part: the text, a title, the evidence of a note, or that of a live check of this artifact. */
  readonly part: "text" | "title" | "evidence" | "observation";
  /** 1-based, in the text as it was read now; `none` for another part. */
  readonly line: number | "none";
  /** As in a redaction: `github-token`. */
  readonly kind: string;
  readonly count: number;
}
