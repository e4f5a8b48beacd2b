import { isJsonObject, type JsonObject, listIn, textIn } from "../json-shape.ts";

/** What a whole chat file says about its parts, before any of them becomes an event. */
export interface ChatSurvey {
  /** The record in which a message was written last, by id: the one that counts. */
  readonly lastPlace: ReadonlyMap<string, string>;
  /** Ids of messages that were taken back and not written again. */
  readonly rewound: ReadonlySet<string>;
  readonly sessionId: string | "none";
  readonly isSubagent: boolean;
  readonly title: string | "none";
}

/** Reads a chat once through. Holds ids, no texts. */
export interface Surveyor {
  /** `line` tells records of one file apart. */
  look(record: JsonObject, line: number): void;
  finish(): ChatSurvey;
}

/** Returns a surveyor of one file. */
export function createSurveyor(): Surveyor {
  const lastPlace = new Map<string, string>();
  const rewound = new Set<string>();
  const order = new Set<string>();
  let sessionId = "none";
  let title = "none";
  let isSubagent = false;

  function lookAtMeta(meta: JsonObject): void {
    if (sessionId === "none") sessionId = textIn(meta, "sessionId");
    if (textIn(meta, "summary") !== "none") title = textIn(meta, "summary");
    isSubagent ||= meta["kind"] === "subagent";
  }

  function lookAtMessages(messages: readonly unknown[], line: number): void {
    messages.filter(isJsonObject).forEach((message, index) => {
      const id = textIn(message, "id");
      if (id === "none") return;
      lastPlace.set(id, placeKey(line, index));
      rewound.delete(id);
      order.add(id);
    });
  }

  function rewindTo(id: string): void {
    const live = [...order];
    // A message nobody knows takes everything back, as the agent's own loader does.
    for (const lost of live.slice(Math.max(0, live.indexOf(id)))) {
      rewound.add(lost);
      order.delete(lost);
    }
  }

  return {
    look(record, line) {
      const patch = record["$set"];
      if (typeof record["$rewindTo"] === "string") rewindTo(record["$rewindTo"]);
      else if (isJsonObject(patch)) {
        lookAtMeta(patch);
        lookAtMessages(listIn(patch, "messages"), line);
      } else if (isMessage(record)) lookAtMessages([record], line);
      else {
        lookAtMeta(record);
        lookAtMessages(listIn(record, "messages"), line);
      }
    },
    finish: () => ({ lastPlace, rewound, sessionId, isSubagent, title }),
  };
}

/** Returns whether a record is a message: it says who spoke, and is neither the head of a file nor a patch. */
export function isMessage(record: JsonObject): boolean {
  return textIn(record, "type") !== "none" && !("sessionId" in record);
}

/** Returns what names one message of one record. */
export function placeKey(line: number, index: number): string {
  return `${line}:${index}`;
}
