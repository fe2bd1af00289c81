import { longestRun, matchesAt, replaced } from '#common/text/spans.js';
import {
  bareLinksIn,
  idleTagsIn,
  imagesIn,
  monospacedIn,
  namedLinksIn,
  peopleIn,
  type Tagged,
  taggedIn,
  wholesIn,
} from './wiki-scans.js';

/** Turns the wiki markup of Jira into Markdown: what Jira's own exports hold in descriptions and comments. */

/** Text that must not be read as markup stands aside, between these signs, while the rest is turned. */
const ASIDE = '\uE000';
const CODE = ['code', 'noformat'];
const QUOTE = ['quote'];
const PANEL = ['panel', 'info', 'note', 'warning', 'tip'];
const LINE_BREAK = /[\r\u2028\u2029]/;
const LANGUAGE = /^(?:[\w-]+=[^|]*\|)*([a-z#+]+)(?:\|.*)?$/i;

/** What markup refers to by names. */
export interface WikiNames {
  /** The name of somebody by their id there. */
  readonly nameOf: (id: string) => string;
  /** The address of a file of the same issue. */
  readonly addressOf?: (file: string) => string | undefined;
  /** Is told of addresses that are left out: those that could run something. */
  readonly leaveOut?: (address: string) => void;
}

export function markdownOf(text: string, names: WikiNames): string {
  const aside: string[] = [];
  const keep = (markdown: string): string => `${ASIDE}${aside.push(markdown) - 1}${ASIDE}`;
  const given = text.replaceAll(ASIDE, '').replaceAll('\r\n', '\n');
  const withoutBlocks = replaced(
    given,
    taggedIn(given, CODE, true),
    ({ inner, options }) => `\n${keep(codeBlock(inner.replace(/^\r?\n?/, ''), options))}\n`,
  );
  const withoutCode = replaced(withoutBlocks, monospacedIn(withoutBlocks), ({ code }) => keep(inlineCode(code)));
  const withoutQuotes = replaced(
    withoutCode,
    taggedIn(withoutCode, QUOTE, false),
    ({ inner }) => `\n${inner.trim().replace(/^/gm, 'bq. ')}\n`,
  );
  const blocks = replaced(withoutQuotes, taggedIn(withoutQuotes, PANEL, true), panel);
  const lines = blocks.split('\n').flatMap((line, index, all) => lineOf(line, all[index - 1], all[index + 1], names));
  const markdown = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return markdown.replace(
    new RegExp(`${ASIDE}(\\d+)${ASIDE}`, 'g'),
    (_all, number: string) => aside[Number(number)] ?? '',
  );
}

function codeBlock(code: string, options: string | undefined): string {
  const [, language = ''] = LANGUAGE.exec(options ?? '') ?? [];
  const longest = Math.max(2, longestRun(code, '`'));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${/^title$|=/.test(language) ? '' : language}\n${code.replace(/\n$/, '')}\n${fence}`;
}

function inlineCode(code: string): string {
  const longest = longestRun(code, '`');
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`;
}

function panel({ inner, options = '' }: Tagged): string {
  const title = options
    .split('|')
    .find((option) => option.startsWith('title='))
    ?.slice('title='.length);
  const lines = [...(title ? [`*${title}*`] : []), ...inner.trim().split('\n')];
  return `\n${lines.map((line) => `bq. ${line}`).join('\n')}\n`;
}

const HEADING = /^\s*h([1-6])\.\s*/;
const RULE = /^\s*-{4,}\s*$/;
const QUOTED = /^\s*bq\. ?/;
const ITEM = /^\s*([*#]+|-)\s+/;
const ROW = /^\s*\|/;

/** What stands behind a mark that the line begins with. A line that another separator breaks has none. */
function restOf(mark: RegExp, line: string): { mark: string; rest: string } | undefined {
  const found = mark.exec(line);
  if (!found) return undefined;
  const rest = line.slice(found[0].length);
  return LINE_BREAK.test(rest) ? undefined : { mark: found[1] ?? '', rest };
}

function isRow(line: string, bar: string): boolean {
  const row = line.trim();
  return row.length >= 2 * bar.length && row.startsWith(bar) && row.endsWith(bar) && !LINE_BREAK.test(row);
}

function lineOf(line: string, before: string | undefined, after: string | undefined, names: WikiNames): string[] {
  const inline = (text: string) => inlineOf(text, names);
  const heading = restOf(HEADING, line);
  if (heading) return ['', `${'#'.repeat(Number(heading.mark))} ${inline(heading.rest)}`, ''];
  if (RULE.test(line)) return ['', '---', ''];
  const quoted = restOf(QUOTED, line);
  if (quoted) return [`> ${inline(quoted.rest)}`.trimEnd(), ...(after?.startsWith('bq.') ? [] : [''])];
  const item = restOf(ITEM, line);
  if (item) {
    const isFirst = !ITEM.test(before ?? '');
    return [
      ...(isFirst ? [''] : []),
      `${indentOf(item.mark)}${item.mark.endsWith('#') ? '1.' : '-'} ${inline(item.rest)}`,
    ];
  }
  if (isRow(line, '||')) return ['', ...headOf(cellsOf(line, '||').map(inline))];
  if (isRow(line, '|')) {
    const cells = cellsOf(line, '|').map(inline);
    // A table of Markdown has a head.
    const isFirst = !ROW.test(before ?? '');
    return [...(isFirst ? ['', ...headOf(cells.map(() => ' '))] : []), `| ${cells.join(' | ')} |`];
  }
  const isAfterItem = ITEM.test(before ?? '') || ROW.test(before ?? '');
  return isAfterItem && line.trim() !== '' ? ['', inline(line)] : [inline(line)];
}

/** As deep as the content of the item above begins. */
function indentOf(marks: string): string {
  return [...marks.slice(0, -1)].map((mark) => (mark === '#' ? '   ' : '  ')).join('');
}

function headOf(cells: readonly string[]): string[] {
  return [`| ${cells.join(' | ')} |`, `|${' --- |'.repeat(cells.length)}`];
}

/** A bar in a link or an image stands between its parts, and one after a backslash is a sign of the text. */
function cellsOf(line: string, bar: string): string[] {
  const inner = line.trim().slice(bar.length, -bar.length);
  const whole = replaced(inner, wholesIn(inner), ({ index, end }) =>
    inner.slice(index, end).replaceAll('|', ASIDE.repeat(2)),
  );
  return whole.split(bar).map((part) => part.replaceAll(ASIDE.repeat(2), '|').trim());
}

/** Emphasis in a line, by its sign: how it begins and ends, and what Markdown has for it. */
const EMPHASES = [
  { sign: '*', pattern: /(?<=^|[\s(])\*(?=\S)([^*\n]*\S)\*(?=[\s.,;:!?)]|$)/y, mark: '**' },
  { sign: '-', pattern: /(?<=^|[\s(])-(?=[^\s-])([^-\n]*[^\s-])-(?=[\s.,;:!?)]|$)/y, mark: '~~' },
  { sign: '?', pattern: /(?<=^|[\s(])\?\?(?=\S)([^?\n]*\S)\?\?(?=[\s.,;:!?)]|$)/y, mark: '*' },
  { sign: '+', pattern: /(?<=^|[\s(])\+(?=\S)([^+\n]*\S)\+(?=[\s.,;:!?)]|$)/y, mark: '' },
];

function inlineOf(text: string, { nameOf, addressOf, leaveOut }: WikiNames): string {
  let line = replaced(text, peopleIn(text), ({ id }) => `@${nameOf(id)}`);
  const isFile = (name: string) => addressOf?.(name) !== undefined;
  line = replaced(line, imagesIn(line, isFile), ({ file }) => imageOf(file, addressOf));
  line = replaced(line, namedLinksIn(line), ({ label, to }) => linkOf(label, to, leaveOut));
  line = replaced(line, bareLinksIn(line), ({ to }) => `<${to}>`);
  line = replaced(line, idleTagsIn(line), () => '');
  for (const { sign, pattern, mark } of EMPHASES) {
    line = replaced(line, matchesAt(line, sign, pattern), ({ groups }) => `${mark}${groups[1] ?? ''}${mark}`);
  }
  return line.replace(/\\\\(?=\s|$)/g, '  ');
}

function linkOf(label: string, to: string, leaveOut: WikiNames['leaveOut']): string {
  const target = to.trim();
  if (target.startsWith('#') || target.startsWith('^')) return label;
  // A link that could run something is its words alone.
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) && !/^(?:https?|mailto):/i.test(target)) {
    leaveOut?.(target);
    return label.trim();
  }
  return `[${label.trim()}](${/[\s()]/.test(target) ? `<${target}>` : target})`;
}

/** A link: to where it is, or to the file of the issue that has its name; else its name alone stays. */
function imageOf(file: string, addressOf: WikiNames['addressOf']): string {
  if (/^https?:/.test(file)) return `[${file.split('/').at(-1) ?? file}](${file})`;
  const address = addressOf?.(file);
  return address === undefined ? `[image: ${file}]` : `[${file}](<${address}>)`;
}
