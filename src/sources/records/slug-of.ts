/**
 * Returns the id of a record that states none: module and title in lower case, each run of anything but letters and digits one
 * dash. It depends on neither the order of records nor their number, so it survives both.
 */
export function slugOf(module: string, title: string): string {
  return `${toSlug(module)}/${toSlug(title)}`;
}

function toSlug(text: string): string {
  const slug = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  // Signs alone leave nothing; two such titles must still differ.
  return slug === "" ? Buffer.from(text.trim(), "utf8").toString("hex") : slug;
}
