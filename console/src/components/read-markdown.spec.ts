import { HOSTILE_SEEDS } from '../../../test/support/hostile-texts';
import { piecesOf, segmentsOf } from './markdown-pieces';
import { Progress } from './read-markdown';

const LENGTH = 50_000;

/** What is hard to read, and more of the kind. */
const SEEDS = [
  ...HOSTILE_SEEDS,
  ...['*', '_', '~', '*_', 'a*b_', 'a_', '_a '],
  ...[
    '!',
    '![',
    '![](',
    '[a]',
    '[a](',
    '[a][',
    '[a]: b\n',
    '[x] ',
    '- [ ] a\n',
    '(http://a',
    'https://a.b/(',
    'a@b.',
    '<!--',
    '<a ',
  ],
  ...[
    '- a\n',
    'a\n',
    ' a\n',
    '    a\n',
    'a  \n',
    'a\\\n',
    '# a\n',
    'a: b\n',
    'a\n=\n',
    '> a\n',
    '1. a\n   - b\n',
    'a\n\n',
    '- a\n\n',
  ],
  ...[
    '|a|b|\n',
    'a|\n|-|\n',
    '```\n',
    '` ``',
    '\t',
    '\n',
    'a',
    'é',
    'あ',
    '**a ',
    '~~a ',
    '<div>\n',
    '<a\n',
    '\\[',
    '-',
    '=',
    '#',
  ],
];
const BEGINNINGS = ['', '- a\n', '[a](**b '];

const seconds = (text: string): number => {
  const before = process.cpuUsage();
  const progress = new Progress(text, true);
  while (!progress.isDone) progress.readOn();
  expect(progress.hasFailed).toBe(false);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

describe('Markdown of 50,000 characters', () => {
  it.each(SEEDS)('is read in a time that grows with its length: %j', (seed) => {
    for (const beginning of BEGINNINGS) {
      const text = (beginning + seed.repeat(LENGTH)).slice(0, LENGTH);
      // Of most, marked alone takes ten times as long or never ends.
      expect([beginning, seconds(text) < 4]).toEqual([beginning, true]);
    }
  });
});

describe('the pieces of a text', () => {
  it.each(['A\n\n- b\n\n  c\n\n1. d\ne\n', '```\na\n\nb\n```\nc\n\nd', 'a\r\n\r\nb', '', '\n\n\n', 'x'.repeat(20_000)])(
    'are all of it: %j',
    (text) => {
      const { pieces } = piecesOf(text);
      expect(pieces.join('').replaceAll('\n', '')).toBe(text.replaceAll('\n', ''));
    },
  );

  it('end where blocks end: entries of a list, code and tables stay whole', () => {
    expect(piecesOf('a\nb\n\n- c\n\n  d\n\ne\n\n```\nf\n\ng\n```').pieces).toEqual([
      'a\nb\n\n- c\n\n  d\n',
      'e\n',
      '```\nf\n\ng\n```',
    ]);
  });

  it('of a long table repeat its head', () => {
    const head = '| a | b |\n|---|---|\n';
    const { pieces } = piecesOf(head + '| some text here | and more of it there |\n'.repeat(400));
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces.slice(0, -1)) expect(piece.startsWith(head)).toBe(true);
  });

  it('of a line are the line, and one where it is no trouble', () => {
    const line = 'A **bold** word, `code` and [a link](https://example.org/a_b). '.repeat(12);
    expect(segmentsOf(line)).toEqual([line]);
    for (const seed of SEEDS) expect(segmentsOf(seed.repeat(2_000)).join('')).toBe(seed.repeat(2_000));
  });
});

describe('links', () => {
  it('are defined anywhere in the text', () => {
    const progress = new Progress(
      `See [the page][p].\n\n${'Some text.\n\n'.repeat(3)}[p]: https://example.org/\n`,
      false,
    );
    expect(JSON.stringify(progress.tokens[0])).toContain('"href":"https://example.org/"');
  });
});

describe('what is nested deeper than 20', () => {
  const deep = `${'> '.repeat(30)}deep`;
  it('is refused, and read as far as that when it is asked for', () => {
    expect(new Progress(deep, false).hasFailed).toBe(true);
    const forced = new Progress(deep, true);
    expect(forced.hasFailed).toBe(false);
    expect(JSON.stringify(forced.tokens)).toContain('deep');
  });
});
