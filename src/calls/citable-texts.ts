import type { ContentStore } from "../ports/content-store.ts";

/** What a citation is read back from: the texts of one store with their passages, by version. */
export type CitableTexts = Pick<
  ContentStore,
  "artifacts" | "findVersions" | "passage" | "passages" | "readRange" | "readText"
>;
