/** Turns the wiki markup of Jira into Markdown: what Jira's own exports hold in descriptions and comments (moving 2.2). */

/** Text that must not be read as markup stands aside, between these signs, while the rest is turned. */
const ASIDE = '\uE000';
const CODE = /\{(code|noformat)(?::([^}]*))?\}\r?\n?([^]*?)\{\1\}/g;
const QUOTE = /\{quote\}([^]*?)\{quote\}/g;
const PANEL = /\{(panel|info|note|warning|tip)(?::([^}]*))?\}([^]*?)\{\1\}/g;
const LANGUAGE = /^(?:[\w-]+=[^|]*\|)*([a-z#+]+)(?:\|.*)?$/i;

/** What markup refers to by names. */
export interface WikiNames {
  /** The name of somebody by their id there. */
  readonly nameOf: (id: string) => string;
  /** The address of a file of the same issue. */
  readonly addressOf?: (file: string) => string | undefined;
}

export function markdownOf(text: string, names: WikiNames): string {
  const aside: string[] = [];
  const keep = (markdown: string): string => `${ASIDE}${aside.push(markdown) - 1}${ASIDE}`;
  const withoutCode = text
    .replaceAll(ASIDE, '')
    .replaceAll('\r\n', '\n')
    .replace(CODE, (_all, _kind, options: string | undefined, code: string) => `\n${keep(codeBlock(code, options))}\n`)
    .replace(/\{\{([^\n]+?)\}\}/g, (_all, code: string) => keep(inlineCode(code)));
  const blocks = withoutCode
    .replace(QUOTE, (_all, quoted: string) => `\n${quoted.trim().replace(/^/gm, 'bq. ')}\n`)
    .replace(PANEL, (_all, _kind, options: string | undefined, inner: string) => panel(inner, options));
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
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${/^title$|=/.test(language) ? '' : language}\n${code.replace(/\n$/, '')}\n${fence}`;
}

function inlineCode(code: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`;
}

function panel(inner: string, options = ''): string {
  const [, title] = /(?:^|\|)title=([^|]*)/.exec(options) ?? [];
  const lines = [...(title ? [`*${title}*`] : []), ...inner.trim().split('\n')];
  return `\n${lines.map((line) => `bq. ${line}`).join('\n')}\n`;
}

function lineOf(line: string, before: string | undefined, after: string | undefined, names: WikiNames): string[] {
  const inline = (text: string) => inlineOf(text, names);
  const heading = /^\s*h([1-6])\.\s*(.*)$/.exec(line);
  if (heading) return ['', `${'#'.repeat(Number(heading[1]))} ${inline(heading[2] ?? '')}`, ''];
  if (/^\s*-{4,}\s*$/.test(line)) return ['', '---', ''];
  const quoted = /^\s*bq\. ?(.*)$/.exec(line);
  if (quoted) return [`> ${inline(quoted[1] ?? '')}`.trimEnd(), ...(after?.startsWith('bq.') ? [] : [''])];
  const item = /^\s*([*#-]+)\s+(.*)$/.exec(line);
  if (item && /^(?:[*#]+|-)$/.test(item[1] ?? '')) {
    const [, marks = '', text = ''] = item;
    const isFirst = !/^\s*(?:[*#]+|-)\s+/.test(before ?? '');
    return [...(isFirst ? [''] : []), `${indentOf(marks)}${marks.endsWith('#') ? '1.' : '-'} ${inline(text)}`];
  }
  if (/^\s*\|\|.*\|\|\s*$/.test(line)) return ['', ...headOf(cellsOf(line, '||').map(inline))];
  if (/^\s*\|.*\|\s*$/.test(line)) {
    const cells = cellsOf(line, '|').map(inline);
    // A table of Markdown has a head.
    const isFirst = !/^\s*\|/.test(before ?? '');
    return [...(isFirst ? ['', ...headOf(cells.map(() => ' '))] : []), `| ${cells.join(' | ')} |`];
  }
  const isAfterItem = /^\s*(?:[*#]+|-)\s+/.test(before ?? '') || /^\s*\|/.test(before ?? '');
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
  const whole = inner.replace(/\\\||\[[^\]\n]*\]|![^\s!|]+\|[^!\n]*!/g, (text) =>
    text.replaceAll('|', ASIDE.repeat(2)),
  );
  return whole.split(bar).map((part) => part.replaceAll(ASIDE.repeat(2), '|').trim());
}

function inlineOf(text: string, { nameOf, addressOf }: WikiNames): string {
  return text
    .replace(/\[~(?:accountid:)?([^\]\n]+)\]/g, (_all, id: string) => `@${nameOf(id)}`)
    .replace(/!([^\s!|]+\.[^\s!|]+)(?:\|[^!\n]*)?!/g, (_all, file: string) => imageOf(file, addressOf))
    .replace(/\[([^\]|\n]+)\|([^\]|\n]+)(?:\|[^\]\n]*)?\]/g, (_all, label: string, to: string) => linkOf(label, to))
    .replace(/\[((?:https?|mailto|ftp):[^\]|\n]+)\]/g, (_all, to: string) => `<${to}>`)
    .replace(/\{color(?::[^}]*)?\}|\{anchor:[^}]*\}/g, '')
    .replace(/(^|[\s(])\*(?=\S)([^*\n]*\S)\*(?=[\s.,;:!?)]|$)/g, '$1**$2**')
    .replace(/(^|[\s(])-(?=[^\s-])([^-\n]*[^\s-])-(?=[\s.,;:!?)]|$)/g, '$1~~$2~~')
    .replace(/(^|[\s(])\?\?(?=\S)([^?\n]*\S)\?\?(?=[\s.,;:!?)]|$)/g, '$1*$2*')
    .replace(/(^|[\s(])\+(?=\S)([^+\n]*\S)\+(?=[\s.,;:!?)]|$)/g, '$1$2')
    .replace(/\\\\(?=\s|$)/g, '  ');
}

function linkOf(label: string, to: string): string {
  const target = to.trim();
  if (target.startsWith('#') || target.startsWith('^')) return label;
  return `[${label.trim()}](${/[\s()]/.test(target) ? `<${target}>` : target})`;
}

/** A link: to where it is, or to the file of the issue that has its name; else its name alone stays. */
function imageOf(file: string, addressOf: WikiNames['addressOf']): string {
  if (/^https?:/.test(file)) return `[${file.split('/').at(-1) ?? file}](${file})`;
  const address = addressOf?.(file);
  return address === undefined ? `[image: ${file}]` : `[${file}](<${address}>)`;
}
