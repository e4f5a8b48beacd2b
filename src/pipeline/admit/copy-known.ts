import { poolInvalid } from "../../errors-of-admission.ts";

type ObjectPart<T> = Extract<T, object>;
type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueAt<T, Key extends PropertyKey> =
  T extends Partial<Readonly<Record<Key, infer Value>>> ? Value : never;

/**
 * The fields of a plain type, all of them: a field that is added to the type does not compile before it stands here. `"value"`
 * is text, a number or a truth value; in a union with an object it may stand in the object's place.
 */
export type ShapeOf<T> = [ObjectPart<T>] extends [never]
  ? "value"
  : ObjectPart<T> extends readonly (infer Each)[]
    ? { readonly each: ShapeOf<Each> }
    : {
        readonly fields: {
          readonly [Key in KeyOf<ObjectPart<T>>]: ShapeOf<ValueAt<ObjectPart<T>, Key>>;
        };
      };

type AnyShape =
  | "value"
  | { readonly each: AnyShape }
  | { readonly fields: Readonly<Record<string, AnyShape>> };

/**
 * Returns a deeply frozen copy that holds the fields of `shape` and no other. Refuses with `pool_invalid` what is no plain value
 * where the shape has one; `what` names the thing in that message.
 */
export function copyKnown<T>(value: T, shape: ShapeOf<T>, what: string): T {
  return copy(value, shape as AnyShape, what) as T;
}

function copy(value: unknown, shape: AnyShape, where: string): unknown {
  if (shape !== "value" && "each" in shape) {
    if (!Array.isArray(value)) throw poolInvalid(where, "is no list");
    return Object.freeze(value.map((item, place) => copy(item, shape.each, `${where}[${place}]`)));
  }
  // In the place of an object a word may stand, such as "none".
  if (isPlain(value)) return value;
  if (shape === "value" || typeof value !== "object" || value === null) {
    throw poolInvalid(where, "is no text, number or truth value");
  }
  const copied: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(shape.fields)) {
    const field = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if (field !== undefined) copied[name] = copy(field, part, `${where}.${name}`);
  }
  return Object.freeze(copied);
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
