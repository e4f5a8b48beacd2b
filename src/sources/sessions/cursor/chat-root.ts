/** What the newest root of a chat names. */
export interface ChatRoot {
  /** Ids of the blobs that are its messages, in order, 64 hex digits each. */
  readonly messageIds: readonly string[];
  /** A URI; empty where it names none. */
  readonly workspace: string;
}

const HASH_BYTES = 32;
const MESSAGE_FIELD = 1;
const WORKSPACE_FIELD = 9;
/** https://protobuf.dev/programming-guides/encoding/#structure: how many bytes a field of a fixed size has. */
const FIXED_BYTES: ReadonlyMap<number, number> = new Map([
  [1, 8],
  [5, 4],
]);
const LENGTH_DELIMITED = 2;

/** A place in the bytes of a message. */
interface Cursor {
  at: number;
}

/**
 * Reads the root of a chat, a protocol buffer message without a published schema: field 1 repeats the hashes of the messages,
 * field 9 is the workspace's URI, as several public readers of these files found. `unreadable` when it is none.
 */
export function readChatRoot(bytes: Uint8Array): ChatRoot | "unreadable" {
  const messageIds: string[] = [];
  let workspace = "";
  const cursor: Cursor = { at: 0 };
  while (cursor.at < bytes.length) {
    const field = readField(bytes, cursor);
    if (field === "unreadable") return "unreadable";
    const { number, value } = field;
    if (number === MESSAGE_FIELD && value.length === HASH_BYTES) {
      messageIds.push(Buffer.from(value).toString("hex"));
    }
    if (number === WORKSPACE_FIELD) workspace = Buffer.from(value).toString("utf8");
  }
  return { messageIds, workspace };
}

/** The next field; `value` is empty for numbers, which nothing here needs. */
function readField(
  bytes: Uint8Array,
  cursor: Cursor,
): { readonly number: number; readonly value: Uint8Array } | "unreadable" {
  const tag = readVarint(bytes, cursor);
  if (tag === "unreadable") return "unreadable";
  const number = Math.floor(tag / 8);
  const wireType = tag % 8;
  if (wireType === 0) {
    return readVarint(bytes, cursor) === "unreadable"
      ? "unreadable"
      : { number, value: new Uint8Array() };
  }
  const isText = wireType === LENGTH_DELIMITED;
  const length = isText ? readVarint(bytes, cursor) : FIXED_BYTES.get(wireType);
  if (length === undefined || length === "unreadable") return "unreadable";
  const end = cursor.at + length;
  if (end > bytes.length) return "unreadable";
  const value = isText ? bytes.subarray(cursor.at, end) : new Uint8Array();
  cursor.at = end;
  return { number, value };
}

/** Base 128, the lowest seven bits first. Ten bytes at most; beyond 2^53 only the size is wrong, which no length here has. */
function readVarint(bytes: Uint8Array, cursor: Cursor): number | "unreadable" {
  let value = 0;
  for (let index = 0; index < 10; index++) {
    const byte = bytes[cursor.at];
    if (byte === undefined) return "unreadable";
    cursor.at++;
    value += (byte % 128) * 128 ** index;
    if (byte < 128) return value;
  }
  return "unreadable";
}
