import type { RefreshMode } from "../model/engine.ts";
import type { Gap } from "../model/gap.ts";
import { mergePages } from "../pipeline/timeline/merge-pages.ts";
import type { OpenedContent } from "./ask-content.ts";
import { isStoreName } from "./entry-artifact.ts";
import { createEntryTexts } from "./entry-texts.ts";
import { listContent } from "./list-content.ts";
import { listStores } from "./list-stores.ts";
import type { Surfacing } from "./make-candidate.ts";
import type { CallParts } from "./session.ts";
import type { TimelineItem } from "./timeline-item.ts";
import type { TimelineQuestion } from "./timeline-question.ts";

/** Surfaces the newest events of a timeline, newest first; a time is no score. */
export async function surfaceRecent(
  parts: CallParts,
  content: OpenedContent,
  asked: { readonly question: TimelineQuestion; readonly mode: RefreshMode },
): Promise<{ readonly surfaced: readonly Surfacing[]; readonly gaps: readonly Gap[] }> {
  const { mode, question } = asked;
  const texts = await listContent(parts, content, question);
  const stores = await listStores(parts, question, mode);
  const { items } = mergePages(
    [...stores, texts].map(({ page }) => page),
    question,
  );
  return {
    surfaced: items.map((item, index) =>
      surfaceEvent(parts, { content, question }, { item, index }),
    ),
    gaps: [...stores, texts].flatMap(({ gaps }) => gaps),
  };
}

function surfaceEvent(
  parts: CallParts,
  from: { readonly content: OpenedContent; readonly question: TimelineQuestion },
  { item, index }: { readonly item: TimelineItem; readonly index: number },
): Surfacing {
  const { artifact, entry } = item;
  const { ref, source, version } = artifact;
  const base = {
    generator: "timeline",
    rank: index + 1,
    score: "unavailable",
    offered: "full",
    ref,
    source,
    version,
    part: { kind: "start" },
  } as const;
  if (entry !== "none" && isStoreName(source)) {
    const texts = createEntryTexts(parts, source, { scope: from.question.scope, known: [entry] });
    return { ...base, located: { artifact, entry, texts } };
  }
  const { session } = from.content;
  const located =
    session === "none" ? "its store is closed" : { artifact, entry, texts: session.store };
  return { ...base, located };
}
