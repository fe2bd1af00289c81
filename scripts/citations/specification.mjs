import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../docs/specification');

/** Files whose sections have numbers, by the name that cites them. */
const NUMBERED = [
  'decisions',
  'extensions',
  'console',
  'filters',
  'inbox',
  'colleagues',
  'agents',
  'identity',
  'files',
  'moving',
];

/**
 * What of docs/specification can be cited, as CONTRIBUTING.md says: of each name (`decisions`, `service.md`, …) its
 * sections by number, or by heading in service.md. A section has its text, its items, which count from 1, and its names.
 */
export function readSpecification() {
  const read = (file) => sectionsOf(readFileSync(join(FOLDER, file), 'utf8'));
  const numbered = NUMBERED.map((name) => {
    const sections = read(`${name}.md`).filter(({ heading, level }) => level === 2 && /^\d+\. /.test(heading));
    return [name, new Map(sections.map((section) => [String(Number.parseInt(section.heading, 10)), section]))];
  });
  const service = new Map(read('service.md').map((section) => [section.heading, section]));
  return new Map([...numbered, ['service.md', service]]);
}

/** The sections of a text, each with those below it. */
export function sectionsOf(markdown) {
  const sections = [];
  for (const line of markdown.split('\n')) {
    const [, hashes, heading] = /^(#+) (.*)/.exec(line) ?? [];
    for (const section of sections) if (hashes && section.level >= hashes.length) section.isClosed = true;
    const open = sections.filter(({ isClosed }) => !isClosed);
    for (const section of open) {
      section.lines.push(line);
      if (hashes) section.names.add(heading);
      else addLine(section, line);
    }
    if (hashes) sections.push({ heading, level: hashes.length, lines: [line], items: [], names: new Set() });
  }
  return sections.map(({ heading, level, lines, items, names }) => ({
    heading,
    level,
    text: lines.join('\n').trim(),
    items,
    names,
  }));
}

function addLine({ items, names }, line) {
  if (/^(-|\d+\.) /.test(line)) items.push(line);
  else if (/^ +\S/.test(line) && items.length > 0) items[items.length - 1] += `\n${line}`;
  for (const [, bold] of line.matchAll(/\*\*(.+?)\*\*/g)) names.add(plain(bold));
  const [, firstCell] = /^\| *([^|]*?) *\|/.exec(line) ?? [];
  for (const name of firstCell ? [firstCell, ...firstCell.split(', ')] : []) names.add(plain(name));
}

/** Without marks of Markdown and the full stop or colon at the end. */
function plain(text) {
  return text.replaceAll(/[*`]/g, '').replace(/[.:]$/, '');
}
