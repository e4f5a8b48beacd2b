import type { BundleForm } from "../model/bundle-options.ts";
import type { BundleResponse } from "../model/bundle-response.ts";
import { renderBundle as render } from "../pipeline/bundle/measure-parts.ts";
import { serialize } from "../pipeline/respond/serialize.ts";

/** Writes a bundle down in the form that its caps were kept for: then it has exactly the bytes and tokens that it states. */
export function renderBundle(bundle: BundleResponse, form: BundleForm): string {
  return render(bundle, { form, serialize });
}
