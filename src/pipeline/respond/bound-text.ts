/**
 * Returns `text`, cut between code points so that it takes at most `maxBytes` in serialized JSON, with `…` where it was
 * cut. Signals are never dropped from a response, so whatever somebody else wrote into one has to be bounded.
 */
export function boundText(text: string, maxBytes: number): string {
  if (6 * text.length + 2 <= maxBytes || serializedLength(text) <= maxBytes) return text;
  let kept = "";
  let bytes = serializedLength("…");
  for (const point of text.slice(0, maxBytes)) {
    // The quotes around a string are counted once, with the mark.
    bytes += serializedLength(point) - 2;
    if (bytes > maxBytes) break;
    kept += point;
  }
  return `${kept}…`;
}

function serializedLength(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
