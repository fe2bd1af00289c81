const NUMBER = String.raw`\d+(?:\.\d+)?`;
/** `decisions 9.4`, `decisions 1.8, 4`, `extensions 1.7 to 1.9 and 1.11`, `decisions 4 "Project access"`. */
const BY_NUMBER = new RegExp(
  String.raw`\b(decisions|extensions|console|filters|inbox|colleagues|agents|identity|files|moving) (${NUMBER}(?:(?:, | and | to )${NUMBER}(?![\d,.]*\d))*)(?: "([^"]+)")?`,
  'g',
);
/** `service.md "Delivery"`. */
const BY_HEADING = /\b(service\.md) "([^"]+)"/g;

/** What of the specification a text cites, one by one: `{ file, section, item?, name? }`. */
export function citationsIn(text) {
  // A citation goes on in the next line of a comment.
  const flat = text.replaceAll(/\n\s*(?:\*|\/\/|#)?\s*/g, ' ');
  return [
    ...[...flat.matchAll(BY_NUMBER)].flatMap(([, file, numbers, name]) => byNumber(file, numbers, name)),
    ...[...flat.matchAll(BY_HEADING)].map(([, file, section]) => ({ file, section })),
  ];
}

function byNumber(file, numbers, name) {
  const places = numbers.split(/, | and | to /).map((number) => {
    const [section, item] = number.split('.');
    return { file, section, ...(item && { item: Number(item) }) };
  });
  return places.map((place, index) => (name && index === places.length - 1 ? { ...place, name } : place));
}

/** What a citation means, as the specification says it; undefined when there is no such thing. */
export function cited(specification, { file, section: number, item, name }) {
  const section = specification.get(file)?.get(number);
  if (!section || (name !== undefined && !section.names.has(name))) return undefined;
  return item === undefined ? `${'#'.repeat(section.level)} ${section.heading}` : section.items[item - 1];
}
