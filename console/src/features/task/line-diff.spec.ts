import { diffLines } from './line-diff.ts';

const MARKS = { same: ' ', added: '+', removed: '-' };
const shown = (before: string, after: string) => diffLines(before, after).map(({ kind, text }) => MARKS[kind] + text);

it.each([
  ['', '', []],
  ['a', 'a', [' a']],
  ['', 'a\nb', ['+a', '+b']],
  ['a\nb', '', ['-a', '-b']],
  ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a\nb\nc\nd', 'b\nd\ne', ['-a', ' b', '-c', ' d', '+e']],
  ['a\na', 'a', [' a', '-a']],
])('shows from %j to %j what changed', (before, after, lines) => {
  expect(shown(before, after)).toEqual(lines);
});

it('shows long texts that have nothing in common one after the other', () => {
  const text = (word: string) => Array.from({ length: 2_500 }, (_, line) => `${word} ${line}`).join('\n');
  const lines = diffLines(text('old'), text('new'));
  expect([lines.length, lines[0]?.kind, lines.at(-1)?.kind]).toEqual([5_000, 'removed', 'added']);
});
