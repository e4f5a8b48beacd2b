/** Returns the system's name for an error, such as `ENOENT`; rethrows what did not come from the system. */
export function systemCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string")
    return error.code;
  throw error;
}
