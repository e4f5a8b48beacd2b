/** Returns `1 file`, `3 files`, `1,204 files`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}

/** Returns a number with a comma between thousands, whatever the locale. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** Returns bytes in the largest decimal unit that leaves at least one: `512 B`, `4.1 kB`, `65 MB`. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[unit]}`;
}

/** Returns a UTC time without what nobody reads: `2026-10-15 10:02 UTC`. Anything else comes back as it is. */
export function formatTime(iso: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?Z$/.exec(iso);
  return match === null ? iso : `${match[1]} ${match[2]} UTC`;
}

/** Returns the date of a time, `2026-10-15`, or the word `unknown`. */
export function formatDate(iso: string): string {
  return /^\d{4}-\d{2}-\d{2}T/.test(iso) ? iso.slice(0, 10) : iso;
}

/** Returns words as a list in quotes: `"a"`, `"a" or "b"`, `"a", "b" or "c"`. */
export function formatQuoted(words: readonly string[], joint: "and" | "or"): string {
  const quoted = words.map((word) => `"${word}"`);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} ${joint} ${last}`;
}
