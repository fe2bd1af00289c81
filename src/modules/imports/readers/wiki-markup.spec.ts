import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownOf } from './wiki-markup.js';

const corpus = JSON.parse(readFileSync(join(__dirname, 'wiki-markup.corpus.json'), 'utf8')) as {
  markup: string;
  markdown: string;
}[];

const names = {
  nameOf: (id: string) => (id === 'abc' ? 'Dora Lee' : id),
  addressOf: (file: string) => (file === 'screen.png' ? 'https://jira.test/1/screen.png' : undefined),
};

it.each([
  ['h2. Goal', '## Goal'],
  ['*bold* -gone- +new+ {{a|b}}', '**bold** ~~gone~~ new `a|b`'],
  ['* one\n** two\n# three', '- one\n  - two\n1. three'],
  ['||A||B||\n|1|[x|https://a.test]|', '| A | B |\n| --- | --- |\n| 1 | [x](https://a.test) |'],
  ['[x|javascript:alert(1)] and [y|mailto:a@b.test]', 'x and [y](mailto:a@b.test)'],
  [
    '|a \\| b|!screen.png|thumbnail!|',
    '|   |   |\n| --- | --- |\n| a \\| b | [screen.png](<https://jira.test/1/screen.png>) |',
  ],
  ['{code:java}int a = *1*;{code}', '```java\nint a = *1*;\n```'],
  ['{quote}one\ntwo{quote}', '> one\n> two'],
  ['{panel:title=Note}inside{panel}', '> **Note**\n> inside'],
  ['[docs|https://a.test/d] [https://b.test]', '[docs](https://a.test/d) <https://b.test>'],
  ['[~accountid:abc] [~tom]', '@Dora Lee @tom'],
  ['!https://a.test/i.png! !gone.png!', '[i.png](https://a.test/i.png) [image: gone.png]'],
  ['!screen.png!', '[screen.png](<https://jira.test/1/screen.png>)'],
])('turns %j', (markup, markdown) => {
  expect(markdownOf(markup, names)).toBe(markdown);
});

it.each([
  ['!shot 1.png|width=300!', '[shot 1.png](<https://jira.test/1/shot.png>)'],
  ['|a|!shot 1.png|thumbnail!|', '|   |   |\n| --- | --- |\n| a | [shot 1.png](<https://jira.test/1/shot.png>) |'],
  ['!shot 1.png!', '[shot 1.png](<https://jira.test/1/shot.png>)'],
  ['!gone 1.png|width=300!', '[image: gone 1.png]'],
  ['Done! See 1.2 now!', 'Done! See 1.2 now!'],
  ['Great!a b.c! ', 'Great!a b.c!'],
  ['Wow! a.b|c!', 'Wow! a.b|c!'],
])('takes the spaces of a file name along in %j', (markup, markdown) => {
  const addressOf = (file: string) => (file === 'shot 1.png' ? 'https://jira.test/1/shot.png' : undefined);
  expect(markdownOf(markup, { ...names, addressOf })).toBe(markdown);
});

/** What regular expressions made before there were scanners. */
it.each(corpus)('makes of $markup what was made before', ({ markup, markdown }) => {
  const addressOf = (file: string) => (file === 'a.png' ? 'https://f/a.png' : undefined);
  expect(markdownOf(markup, { nameOf: (id) => `<${id}>`, addressOf })).toBe(markdown);
});

it('says which addresses are left out', () => {
  const leftOut: string[] = [];
  const names = { nameOf: (id: string) => id, leaveOut: (address: string) => void leftOut.push(address) };
  const text =
    'See [here|javascript:alert(1)], [there|https://example.com], [mail|mailto:a@example.com], [x|ftp://old/x]';
  expect(markdownOf(text, names)).toBe('See here, [there](https://example.com), [mail](mailto:a@example.com), x');
  expect(leftOut).toEqual(['javascript:alert(1)', 'ftp://old/x']);
});
