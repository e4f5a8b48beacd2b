import { ANALYZER_VERSION } from "../analysis/analyzer-version.ts";
import { locateWords } from "../analysis/locate-words.ts";
import { storeCorrupt } from "../errors.ts";
import type {
  IndexKit,
  LiveSegment,
  SegmentBlock,
  SegmentBuilder,
  SegmentSource,
} from "../ports/passage-index.ts";
import { arrangeSegments } from "./arrange-segments.ts";
import { ByteBoundedCache } from "./block-cache.ts";
import { buildSegment, startSegment } from "./build-segment.ts";
import { buryDocuments } from "./bury-documents.ts";
import { createSegmentCollector } from "./collect-segments.ts";
import { DamagedBlockError } from "./damaged-block-error.ts";
import { decodeLiveness } from "./liveness.ts";
import { mergeSegments } from "./merge-segments.ts";
import { type OpenSegment, openSegment } from "./open-segment.ts";
import { openSearchIndex } from "./search-index.ts";
import { SegmentFiles } from "./segment-files.ts";

/** A merge reads everything once and in order: a few blocks of each file are enough. */
const MAX_WORK_BYTES = 512 * 1024;

/** Returns the index of this program: passages ranked by words, over segments of plain bytes. */
export function createIndexKit(): IndexKit {
  return { builder: createSegmentBuilder(), open: openSearchIndex, locate: locateWords };
}

function createSegmentBuilder(): SegmentBuilder {
  const builder: SegmentBuilder = {
    analyzerVersion: ANALYZER_VERSION,
    start: startSegment,
    build: buildSegment,
    merge: mergeLive,
    async bury(source, segment, dead) {
      return refuseDamage(async () =>
        buryDocuments(await openForWork(source, segment), segment, dead),
      );
    },
    arrange: (store, segments, dead) => arrangeSegments({ store, builder }, segments, dead),
    collect: (store) => createSegmentCollector(store, builder),
    async countLive(_, segment) {
      return refuseDamage(() => {
        const { deadDocuments, deadPassages } = decodeLiveness(segment);
        return Promise.resolve({
          documentCount: segment.documentCount - deadDocuments.length,
          passageCount: segment.passageCount - deadPassages,
        });
      });
    },
  };
  return builder;
}

async function* mergeLive(
  source: SegmentSource,
  segments: readonly LiveSegment[],
): AsyncIterable<SegmentBlock> {
  try {
    const inputs: { segment: OpenSegment; liveness: ReturnType<typeof decodeLiveness> }[] = [];
    for (const live of segments) {
      const segment = await openForWork(source, live);
      inputs.push({ segment, liveness: decodeLiveness(live) });
    }
    yield* mergeSegments(inputs);
  } catch (error) {
    throw asRefusal(error);
  }
}

function openForWork(source: SegmentSource, live: LiveSegment): Promise<OpenSegment> {
  const cache = new ByteBoundedCache<Uint8Array>(MAX_WORK_BYTES, (bytes) => bytes.byteLength);
  return openSegment(live, new SegmentFiles(live.id, 0, { source, cache }));
}

async function refuseDamage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Building on damaged bytes would spread them: unlike a search, it is refused. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof DamagedBlockError)) return error;
  const { segmentId, kind, number } = error.origin;
  return storeCorrupt(
    `index segment ${segmentId}`,
    `block ${kind} ${number} does not decode`,
    error,
  );
}
