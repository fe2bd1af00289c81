/** The names of the characters from U+00A0 on, in their order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot ' +
  'cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml ' +
  'Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ' +
  'ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Other names that people write, each before its character. */
const OTHERS =
  'amp & lt < gt > quot " apos \' ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ hellip … bull • dagger † Dagger ‡ ' +
  'permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › euro € trade ™ larr ← uarr ↑ rarr → darr ↓ harr ↔ lArr ⇐ rArr ⇒ hArr ⇔ forall ∀ part ∂ ' +
  'exist ∃ empty ∅ isin ∈ notin ∉ prod ∏ sum ∑ minus − radic √ infin ∞ and ∧ or ∨ cap ∩ cup ∪ int ∫ sim ∼ asymp ≈ ne ≠ equiv ≡ le ≤ ' +
  'ge ≥ sub ⊂ sup ⊃ check ✓ cross ✗ star ☆ hearts ♥ OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ ensp \u2002 ' +
  'emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d lrm \u200e rlm \u200f Alpha Α Beta Β Gamma Γ Delta Δ Theta Θ Lambda Λ Pi Π ' +
  'Sigma Σ Phi Φ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ ' +
  'pi π rho ρ sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω num # lbrack [ rbrack ] lowbar _ ast * grave ` vert | lpar ( rpar ) ' +
  'lbrace { rbrace } bsol \\ sol / colon : semi ; comma , period . excl ! quest ? dollar $ percnt % plus + equals = commat @ hyphen ‐';

const FIRST_LATIN = 0xa0;
const LAST = 0x10ffff;
const UNKNOWN = '\ufffd';

const words = OTHERS.split(' ');
const named = new Map([
  ...LATIN.split(' ').map((name, index) => [name, String.fromCharCode(FIRST_LATIN + index)] as const),
  ...words.flatMap((name, index) => (index % 2 === 0 ? [[name, words[index + 1] ?? ''] as const] : [])),
]);

function ofNumber(number: number): string {
  const isCharacter = number > 0 && number <= LAST && (number < 0xd800 || number > 0xdfff);
  return isCharacter ? String.fromCodePoint(number) : UNKNOWN;
}

/** The characters that a text of Markdown names: `&amp;`, `&#38;`, `&#x26;`. A name that is none stays as it is. */
export function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,31}));/g,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (decimal) return ofNumber(Number(decimal));
      return hex ? ofNumber(Number.parseInt(hex, 16)) : (named.get(name ?? '') ?? whole);
    },
  );
}
