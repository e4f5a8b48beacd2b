import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";

/**
 * Returns the rendering of a bundle for its reader. A pipe gets exactly what the caps were kept for; a terminal gets it with
 * everything that could steer it made visible.
 */
export function formatBundle(rendering: string, view: View): string {
  // What writes an answer ends it with a line feed of its own.
  const told = rendering.replace(/\n$/, "");
  if (view.columns === "unlimited") return told;
  return told.split("\n").map(visibleText).join("\n");
}
