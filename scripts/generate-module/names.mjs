/** A name that cannot be used; the message says why, and what to do about it. */
export class UnusableName extends Error {}

const NAME = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/;

/** PostgreSQL cuts the names of constraints off at 63 characters. */
const LONGEST = 40;

/** How the template writes its resource: `sample-things`, `SampleThing`, `sample_thing`, `Sample thing`, … */
const PLACEHOLDER = /([Ss])ample([-_ ]?)[Tt]hing(s?)/g;

/** The names of a resource in lower case, words joined by `-`; without a singular, the one that the plural suggests. */
export function namesOf(plural, singular) {
  requireName(plural);
  const names = { plural, singular: singular ?? singularOf(plural) };
  requireName(names.singular);
  return names;
}

function requireName(name) {
  if (!NAME.test(name)) throw new UnusableName(`"${name}" is no name such as milestones or time-entries`);
  if (name.length > LONGEST) throw new UnusableName(`"${name}" is longer than ${LONGEST} characters`);
}

/** Writes the resource's names where `text` has the template's, each in the same style. */
export function render(text, { plural, singular }) {
  return text.replace(PLACEHOLDER, (_, first, separator, s) => {
    const words = (s ? plural : singular).split('-');
    const isCapital = (index) => (separator === '' || index === 0) && (index > 0 || first === 'S');
    return words.map((word, index) => (isCapital(index) ? capitalize(word) : word)).join(separator);
  });
}

function singularOf(plural) {
  if (/[^aeo]uses$|(ss|x|ch|sh)es$/.test(plural)) return plural.slice(0, -2);
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (/[^sui]s$/.test(plural)) return plural.slice(0, -1);
  throw new UnusableName(`What is one of "${plural}" called? Say it too: npm run generate:module ${plural} <singular>`);
}

function capitalize(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
