/** The only source of the current time. Tests hand in a fixed one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
