const MAX_ECHO_CHARS = 200;

/** The question as a response repeats it: a pasted page would leave no room for the answer. */
export function echoQuery(query: string): string {
  const points = [...query.slice(0, 2 * MAX_ECHO_CHARS)];
  return points.length <= MAX_ECHO_CHARS ? query : `${points.slice(0, MAX_ECHO_CHARS).join("")}…`;
}
