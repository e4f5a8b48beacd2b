import type { BundleResponse } from "../../../model/bundle-response.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";

/**
 * Returns the writer of a bundle in a form. A pipe gets exactly the rendering that the caps were kept for; a terminal gets it
 * with everything that could steer it made visible.
 */
export function formatBundleAs(
  render: (bundle: BundleResponse) => string,
): (bundle: BundleResponse, view: View) => string {
  return (bundle, view) => {
    // What writes an answer ends it with a line feed of its own.
    const rendering = render(bundle).replace(/\n$/, "");
    if (view.columns === "unlimited") return rendering;
    return rendering.split("\n").map(visibleText).join("\n");
  };
}
