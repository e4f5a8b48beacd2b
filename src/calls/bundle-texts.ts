import type { BundleForm } from "../model/bundle-options.ts";
import type { BundleResponse, EarlierBundle } from "../model/bundle-response.ts";
import type { Pool } from "../model/pool.ts";
import { serialize } from "../pipeline/respond/serialize.ts";

// A search loads none of this: each loads what it needs when it is called.

/** Writes a bundle down in the form that its caps were kept for: then it has exactly the bytes and tokens that it states. */
export async function renderBundle(bundle: BundleResponse, form: BundleForm): Promise<string> {
  const { renderBundle: render } = await import("../pipeline/bundle/measure-parts.ts");
  return render(bundle, { form, serialize });
}

/** Reads a bundle that was saved as JSON; `name` is the file's, for the refusal (`pool_invalid`). */
export async function parseBundle(text: string, name: string): Promise<EarlierBundle> {
  return (await import("./parse-bundle.ts")).parseBundle(text, name);
}

/** Reads a frozen pool. What is not part of one is dropped, labels included. `name` is the file's, for the refusal (`pool_invalid`). */
export async function parsePool(text: string, name: string): Promise<Pool> {
  return (await import("./parse-pool.ts")).parsePool(text, name);
}
