/** An object as JSON gives it: its fields are whatever was written. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a JSON value is an object and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object in a field; an empty one where there is none. */
export function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : {};
}

/** Returns the text in a field; `none` where there is no text or an empty one. */
export function textIn(object: JsonObject, name: string): string | "none" {
  const value = object[name];
  return typeof value === "string" && value !== "" ? value : "none";
}

/** Returns the list in a field; an empty one where there is none. */
export function listIn(object: JsonObject, name: string): readonly unknown[] {
  const value = object[name];
  return Array.isArray(value) ? value : [];
}

/** Parses JSON that somebody else wrote; `unreadable` where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return "unreadable";
    throw error;
  }
}
