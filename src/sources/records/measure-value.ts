/** No record a person wrote is deeper, and what walks one by calling itself stays far from the end of the stack. */
const MAX_DEPTH = 100;
/** YAML aliases share values: few lines can stand for more values than anybody could write out. */
const MAX_VALUES = 100_000;

/**
 * Says why a parsed value is too deep or too large to be a record, or `"none"`. A value that holds itself, as YAML allows, is
 * endlessly deep.
 */
export function findSizeProblem(value: unknown): string | "none" {
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 1 }];
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    count += 1;
    if (count > MAX_VALUES) return `it holds more than ${MAX_VALUES} values`;
    if (typeof next.value !== "object" || next.value === null) continue;
    if (next.depth > MAX_DEPTH)
      return `its values are nested more than ${MAX_DEPTH} deep or hold themselves`;
    const depth = next.depth + 1;
    for (const child of Object.values(next.value)) pending.push({ value: child, depth });
  }
  return "none";
}
