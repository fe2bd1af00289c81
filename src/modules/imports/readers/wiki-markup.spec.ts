import { markdownOf } from './wiki-markup.js';

const names = {
  nameOf: (id: string) => (id === 'abc' ? 'Dora Lee' : id),
  addressOf: (file: string) => (file === 'screen.png' ? 'https://jira.test/1/screen.png' : undefined),
};

it.each([
  ['h2. Goal', '## Goal'],
  ['*bold* -gone- +new+ {{a|b}}', '**bold** ~~gone~~ new `a|b`'],
  ['* one\n** two\n# three', '- one\n  - two\n1. three'],
  ['||A||B||\n|1|[x|https://a.test]|', '| A | B |\n| --- | --- |\n| 1 | [x](https://a.test) |'],
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
