/** Names of U+00A0 to U+00FF in order, from the HTML standard. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
/** Names and characters in turn: the other references that prose uses. */
const OTHER =
  "amp & lt < gt > quot \" apos ' ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ bull • hellip … prime ′ euro € trade ™ larr ← uarr ↑ rarr → darr ↓ harr ↔ rArr ⇒ forall ∀ part ∂ exist ∃ empty ∅ isin ∈ notin ∉ sum ∑ minus − radic √ infin ∞ and ∧ or ∨ cap ∩ cup ∪ int ∫ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ alpha α beta β gamma γ delta δ epsilon ε lambda λ mu μ pi π sigma σ tau τ phi φ omega ω Delta Δ Sigma Σ Omega Ω check ✓ lsaquo ‹ rsaquo › dagger † Dagger ‡ permil ‰ OElig Œ oelig œ Scaron Š scaron š";

const NAMED: ReadonlyMap<string, string> = new Map([...latin(), ...others()]);
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;

/** Decodes numeric and common named character references; one it does not know stays as it is written. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return isCharacter(point) ? String.fromCodePoint(point) : "\ufffd";
  });
}

/** NUL, surrogates and what lies above Unicode name no character. */
function isCharacter(point: number): boolean {
  return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
}

function latin(): [string, string][] {
  return LATIN.split(" ").map((name, at) => [name, String.fromCharCode(0xa0 + at)]);
}

function others(): [string, string][] {
  const words = OTHER.split(" ");
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < words.length; at += 2)
    pairs.push([words[at] ?? "", words[at + 1] ?? ""]);
  return pairs;
}
