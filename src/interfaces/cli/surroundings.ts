/** Where text goes. `columns` counts only on a terminal. */
export interface Output {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly write: (text: string) => void;
}

/** Everything the command takes from the process it runs in, so that tests can run it in another. */
export interface Surroundings {
  /** The words after `exhibit`. */
  readonly arguments: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Reads standard input to its end. */
  readonly readInput: () => Promise<Uint8Array>;
  /** The `package.json` of this program. */
  readonly packageFile: URL;
}
