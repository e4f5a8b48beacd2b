import type { ArtifactKind, SourceName } from "../../model/artifact.ts";
import type { Ranker, RefreshMode } from "../../model/engine.ts";
import type { Detail } from "../../model/search-response.ts";
import type { TimelineKind } from "../../model/timeline-response.ts";

export type ColorChoice = "auto" | "always" | "never";

/** Lines as asked for with `--lines`; `"end"` is the last line of the text. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number | "end";
}

/** A folder that records name and the one that took its place, as written. */
export interface FolderPair {
  readonly from: string;
  readonly to: string;
}

/** Every option of the command line with its checked value; an option that was not given is absent. */
export interface Settings {
  readonly add?: readonly string[];
  readonly after?: string;
  readonly agent?: readonly string[];
  readonly at?: string;
  readonly audit?: true;
  readonly because?: string;
  readonly before?: string;
  readonly bundle?: string;
  readonly "by-agent"?: true;
  readonly cap?: number;
  readonly color?: ColorChoice;
  readonly csv?: true;
  readonly cursor?: string;
  readonly detail?: Detail;
  readonly "dry-run"?: true;
  readonly evidence?: string;
  readonly exclude?: readonly string[];
  readonly "exclude-session"?: readonly string[];
  readonly expires?: string;
  readonly explain?: true;
  readonly failure?: true;
  readonly file?: string;
  readonly from?: string;
  readonly heading?: string;
  readonly help?: true;
  readonly json?: true;
  readonly jsonl?: true;
  readonly kind?: readonly (ArtifactKind | TimelineKind)[];
  readonly label?: string;
  readonly language?: readonly string[];
  readonly limit?: number;
  readonly lines?: LineRange;
  readonly map?: readonly FolderPair[];
  readonly markdown?: true;
  readonly "max-age-days"?: number;
  readonly "max-bytes"?: number;
  readonly needed?: string;
  readonly newest?: number;
  readonly "no-ledger"?: true;
  readonly note?: string;
  readonly "note-kind"?: string;
  readonly "observed-at"?: string;
  readonly oldest?: number;
  readonly path?: readonly string[];
  readonly pin?: readonly string[];
  readonly policy?: string;
  readonly pool?: string;
  readonly project?: string;
  readonly quarantined?: true;
  readonly query?: string;
  readonly quiet?: true;
  readonly ranker?: Ranker;
  readonly rebuild?: true;
  readonly recent?: number;
  readonly refresh?: RefreshMode;
  readonly "require-complete"?: true;
  readonly resident?: string;
  readonly retention?: true;
  readonly root?: string;
  readonly session?: readonly string[];
  readonly since?: string;
  readonly source?: readonly SourceName[];
  readonly success?: true;
  readonly superseded?: true;
  readonly supersedes?: string;
  readonly timeout?: number;
  readonly title?: string;
  readonly to?: "anchor" | "span" | "section" | "full";
  readonly tokens?: number;
  readonly trace?: true;
  readonly until?: string;
  readonly version?: true;
  readonly workspace?: string;
  readonly xml?: true;
  readonly yes?: true;
  readonly zone?: string;
}

export type OptionName = keyof Settings;
