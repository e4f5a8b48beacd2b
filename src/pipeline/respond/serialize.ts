/** The one serializer of every response: a line of JSON. Byte caps count its UTF-8 bytes, newline included. */
export function serialize(response: object): string {
  return `${JSON.stringify(response)}\n`;
}

/** UTF-8 bytes of the serialized response. */
export function serializedBytes(response: object): number {
  return Buffer.byteLength(serialize(response));
}
