import type { Engine } from "../../model/engine.ts";
import type { Paint } from "./paint.ts";
import type { Columns } from "./wrap-text.ts";

/** What a formatter knows about the reader: the terminal, the place they stand in, and how much they want to see. */
export interface View {
  readonly paint: Paint;
  readonly columns: Columns;
  /** Writes a citation's path, or an artifact's, as the reader's terminal and editor can open it from where they stand. */
  readonly showPath: (path: string) => string;
  readonly showArtifact: (artifact: string) => string;
  readonly locate: Engine["locate"];
  /** Every line of every excerpt, instead of the lines around the matches. */
  readonly wholeExcerpts: boolean;
}
