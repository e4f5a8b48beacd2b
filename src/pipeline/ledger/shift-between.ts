import type { BundleShift, MovedExhibit } from "../../model/bundle-dimensions.ts";
import type { Exhibit } from "../../model/bundle-response.ts";

type Placed = Pick<Exhibit, "artifact" | "citation" | "label" | "representation" | "tokens">;

interface Place {
  readonly position: number;
  readonly tokensBefore: number;
}

/**
 * Says how the exhibits of a later bundle stand to those of an earlier one: what more they are, and which of those that both show
 * have another place. A source that only repeats another one is paid for twice: in its tokens, and in the places of what follows
 * it (ADM-23).
 */
export function shiftBetween(before: readonly Placed[], now: readonly Placed[]): BundleShift {
  const earlier = placesOf(before);
  const later = placesOf(now);
  const moved = now.flatMap((exhibit): readonly MovedExhibit[] => {
    const [was, is] = [earlier.get(formOf(exhibit)), later.get(formOf(exhibit))];
    if (was === undefined || is === undefined) return [];
    const tokensAhead = is.tokensBefore - was.tokensBefore;
    if (was.position === is.position && tokensAhead === 0) return [];
    const { label } = exhibit;
    return [{ label, positionBefore: was.position, position: is.position, tokensAhead }];
  });
  return { tokens: tokensOf(now) - tokensOf(before), moved };
}

/** Where each stands, by what it is: a label is given anew in each bundle. */
function placesOf(exhibits: readonly Placed[]): ReadonlyMap<string, Place> {
  let tokensBefore = 0;
  return new Map(
    exhibits.map((exhibit, index) => {
      const place = { position: index + 1, tokensBefore };
      tokensBefore += exhibit.tokens;
      return [formOf(exhibit), place];
    }),
  );
}

/** The same words of the same version in the same form. */
export function formOf({ artifact, citation, representation }: Placed): string {
  const { startLine, endLine, version } = citation;
  const { fidelity, granularity } = representation;
  return [artifact, version, startLine, endLine, granularity, fidelity].join(" ");
}

function tokensOf(exhibits: readonly Placed[]): number {
  return exhibits.reduce((sum, { tokens }) => sum + tokens, 0);
}
