import type {
  Arrangement,
  DeadDocument,
  LiveSegment,
  SegmentBuilder,
  SegmentSource,
  SegmentStore,
} from "../ports/passage-index.ts";
import { stageSegment } from "./collect-segments.ts";

/** A segment is rewritten when more than this share of its passages is dead. */
const MAX_DEAD_SHARE = 0.2;
/** So many segments of one tier are merged; a tier spans this factor in passages. */
const TIER_WIDTH = 8;
/** A merge holds about a megabyte of each segment; what a very large first build leaves is merged in several. */
const MAX_MERGED = 64;

/** A segment with what still lives in it. */
interface CountedSegment {
  readonly segment: LiveSegment;
  readonly livePassages: number;
  readonly liveDocuments: number;
}

/**
 * Buries dead documents, rewrites segments with too much dead in them and merges full tiers, so that the number of
 * segments stays logarithmic in the number of refreshes.
 */
export async function arrangeSegments(
  parts: { readonly store: SegmentStore; readonly builder: SegmentBuilder },
  segments: readonly LiveSegment[],
  dead: readonly DeadDocument[],
): Promise<Arrangement> {
  const { store, builder } = parts;
  const source = sourceOfStore(store, segments);
  const counted: CountedSegment[] = [];
  for (const segment of segments) {
    const liveness = dead.length === 0 ? "unchanged" : await builder.bury(source, segment, dead);
    const next = liveness === "unchanged" ? segment : { ...segment, liveness };
    const live = await builder.countLive(source, next);
    if (live.documentCount === 0) continue;
    counted.push({
      segment: next,
      livePassages: live.passageCount,
      liveDocuments: live.documentCount,
    });
  }
  const kept = await mergeWhereDue(parts, counted);
  return {
    segments: kept.map((c) => c.segment),
    passageCount: kept.reduce((sum, c) => sum + c.livePassages, 0),
  };
}

async function mergeWhereDue(
  parts: { readonly store: SegmentStore; readonly builder: SegmentBuilder },
  counted: readonly CountedSegment[],
): Promise<readonly CountedSegment[]> {
  let current = counted;
  for (;;) {
    const group = chooseMerge(current);
    if (group.length === 0) return current;
    const merged = await mergeGroup(parts, group);
    current = [...current.filter((c) => !group.includes(c)), merged];
  }
}

/** Returns the segments to merge next, or none. Exported for its test. */
export function chooseMerge(counted: readonly CountedSegment[]): readonly CountedSegment[] {
  const rotten = counted.find(
    (c) => c.livePassages < c.segment.passageCount * (1 - MAX_DEAD_SHARE),
  );
  if (rotten !== undefined) return [rotten];
  const tiers = new Map<number, CountedSegment[]>();
  for (const c of counted) {
    const tier = Math.floor(Math.log(Math.max(1, c.livePassages)) / Math.log(TIER_WIDTH));
    const members = tiers.get(tier) ?? [];
    members.push(c);
    tiers.set(tier, members);
  }
  const full = [...tiers.values()].find((members) => members.length >= TIER_WIDTH) ?? [];
  return full.slice(0, MAX_MERGED);
}

async function mergeGroup(
  parts: { readonly store: SegmentStore; readonly builder: SegmentBuilder },
  group: readonly CountedSegment[],
): Promise<CountedSegment> {
  const segments = group.map((c) => c.segment);
  const source = sourceOfStore(parts.store, segments);
  const id = await stageSegment(parts.store, parts.builder.merge(source, segments));
  const livePassages = group.reduce((sum, c) => sum + c.livePassages, 0);
  const liveDocuments = group.reduce((sum, c) => sum + c.liveDocuments, 0);
  return {
    segment: { id, documentCount: liveDocuments, passageCount: livePassages, liveness: "all" },
    livePassages,
    liveDocuments,
  };
}

function sourceOfStore(store: SegmentStore, segments: readonly LiveSegment[]): SegmentSource {
  return {
    segments: async () => segments,
    readBlocks: (segmentId, keys) => store.readBlocks(segmentId, keys),
  };
}
