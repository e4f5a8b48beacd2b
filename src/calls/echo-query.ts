import { boundText } from "../pipeline/respond/bound-text.ts";

const MAX_ECHO_BYTES = 300;

/** The question as a response repeats it: a pasted page would leave no room for the answer. */
export function echoQuery(query: string): string {
  return boundText(query, MAX_ECHO_BYTES);
}
