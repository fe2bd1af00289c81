import type { LabelRecord } from './records.js';

/** The colors of Trello's labels: light, usual and dark. */
const TRELLO: Readonly<Record<string, readonly [light: string, usual: string, dark: string]>> = {
  green: ['#BAF3DB', '#4BCE97', '#1F845A'],
  yellow: ['#F8E6A0', '#F5CD47', '#946F00'],
  orange: ['#FEDEC8', '#FEA362', '#C25100'],
  red: ['#FFD5D2', '#F87168', '#C9372C'],
  purple: ['#DFD8FD', '#9F8FEF', '#6E5DC6'],
  blue: ['#CCE0FF', '#579DFF', '#0C66E4'],
  sky: ['#C6EDFB', '#6CC3E0', '#227D9B'],
  lime: ['#D3F1A7', '#94C748', '#5B7F24'],
  pink: ['#FDD0EC', '#E774BB', '#AE4787'],
  black: ['#DCDFE4', '#8590A2', '#626F86'],
};
const SHADES = ['light', '', 'dark'];

/** `#RRGGBB` of a color as GitHub (`d73a4a`) or Trello (`red_dark`) has it; undefined for others. */
function labelColor(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const color = given.trim();
  if (/^#?[0-9a-f]{6}$/i.test(color)) return `#${color.replace('#', '')}`;
  const [name = '', shade = ''] = color.toLowerCase().split('_');
  return Object.hasOwn(TRELLO, name) ? TRELLO[name]?.[SHADES.indexOf(shade)] : undefined;
}

/** Tells once of each label what color it has there. */
export function* coloredLabels(
  labels: Iterable<{ readonly name: string; readonly color: unknown }>,
  said: Set<string>,
): Generator<LabelRecord> {
  for (const { name, color } of labels) {
    const [key, found] = [name.toLowerCase(), labelColor(color)];
    if (name.trim() === '' || said.has(key) || found === undefined) continue;
    said.add(key);
    yield { kind: 'label', externalId: key, name, color: found };
  }
}
