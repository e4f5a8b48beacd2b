import type { Metafile } from "esbuild";

/** Bundles the command and its text worker into `folder`, and returns what went where. */
export function bundleCommand(folder: string): Promise<Metafile>;
