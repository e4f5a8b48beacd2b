import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sourceUnavailable } from "../../src/errors.ts";
import { UNKNOWN_INSTANT } from "../../src/model/instant.ts";
import { parseInstant } from "../../src/model/parse-instant.ts";
import type {
  MissingSession,
  TranscriptEvent,
  TranscriptReader,
  TranscriptRecord,
} from "../../src/ports/transcript-reader.ts";
import { recordHash } from "../../src/sources/json-lines.ts";
import { aTranscriptEvent } from "./a-transcript-event.ts";

/** One line of a plain transcript: what differs from an ordinary message, `at` as text; or another type of record. */
export type PlainLine = Omit<Partial<TranscriptEvent>, "type" | "time"> & {
  readonly type?: TranscriptRecord["type"];
  readonly at?: string;
  readonly add?: readonly "rewound"[];
  readonly reason?: string;
  readonly recordType?: string;
};

/** Lines as a file holds them. */
export function plainLines(lines: readonly PlainLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

export interface PlainReaderOptions {
  readonly agent?: string;
  readonly growth?: TranscriptReader["growth"];
  readonly linesPerChunk?: number;
  readonly missing?: readonly MissingSession[];
  /** A file that ends with this name cannot be read. */
  readonly unreadable?: string;
}

/** A reader of plain lines in real files: as simple as a reader can be, with everything that an import must cope with. */
export function aTranscriptReader(options: PlainReaderOptions = {}): TranscriptReader {
  const { agent = "claude-code", growth = "append", linesPerChunk = 3 } = options;
  return {
    agent,
    growth,
    defaultRoot: "/nowhere",
    async list(root) {
      try {
        return readdirSync(root, { recursive: true, encoding: "utf8" })
          .filter((name) => name.endsWith(".jsonl"))
          .sort()
          .map((name) => {
            const { size, mtimeNs } = statSync(join(root, name), { bigint: true });
            return { path: join(root, name), size: Number(size), mtimeNs };
          });
      } catch (error) {
        throw sourceUnavailable(agent, root, "ENOENT", error);
      }
    },
    async *read(file, from) {
      if (options.unreadable !== undefined && file.path.endsWith(options.unreadable)) {
        throw sourceUnavailable(agent, file.path, "EACCES");
      }
      const bytes = readFileSync(file.path);
      const ended = bytes.lastIndexOf("\n") + 1;
      let { byte: startByte } = from;
      let line = Number(from.state || "0");
      let records: TranscriptRecord[] = [];
      const chunk = (tornBytes: number) => ({
        ...{ records, readBytes: startByte, state: String(line), tornBytes },
      });
      while (startByte < ended) {
        const endByte = bytes.indexOf("\n", startByte) + 1;
        line += 1;
        records.push(recordOf(agent, bytes.subarray(startByte, endByte - 1), { startByte, line }));
        startByte = endByte;
        if (records.length < linesPerChunk) continue;
        yield chunk(0);
        records = [];
      }
      yield chunk(bytes.length - startByte);
    },
    listMissing: async () => options.missing ?? [],
  };
}

function recordOf(
  agent: string,
  bytes: Buffer,
  from: { readonly startByte: number; readonly line: number },
): TranscriptRecord {
  const place = { ...from, endByte: from.startByte + bytes.length + 1, sha256: recordHash(bytes) };
  const line = parse(bytes.toString());
  if (line === "broken") return { type: "broken", problem: "no JSON", ...place };
  const { at = "", type = "event", ...given } = line;
  const session = { agent, id: "s1", parentId: "none", agentId: "none", ...given.session };
  if (type === "skipped") return { type, reason: line.reason ?? "", ...place };
  if (type === "unknown") return { type, recordType: line.recordType ?? "", ...place };
  if (type === "title") return { type, session, title: line.title ?? "" };
  if (type === "marked") {
    return { type, session, nativeId: line.nativeId ?? "", add: line.add ?? [] };
  }
  const instant = parseInstant(at, "observed");
  const time = instant === "unreadable" ? UNKNOWN_INSTANT : instant;
  const event = aTranscriptEvent(given.text ?? "");
  return { ...event, occursIn: session.id, ...given, ...place, session, time, type: "event" };
}

function parse(text: string): PlainLine | "broken" {
  try {
    return JSON.parse(text);
  } catch {
    return "broken";
  }
}
