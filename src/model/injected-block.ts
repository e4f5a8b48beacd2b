/**
 * The element around everything this program puts into an agent's context by itself. Whatever stands in one is a copy of what
 * is stored already: an import leaves it out, so that no answer ever becomes evidence for the next.
 */
export const INJECTED_ELEMENT = "exhibit-bundle";
