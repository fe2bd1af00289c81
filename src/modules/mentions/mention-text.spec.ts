import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressesIn, mentionsIn, withNames, withPeople } from './mention-text.js';

const corpus = JSON.parse(readFileSync(join(__dirname, 'mention-text.corpus.json'), 'utf8')) as {
  text: string;
  mentions: number;
  withPeople: string;
  withNames: string;
}[];

const ID = '00000000-0000-4000-8000-000000000001';
const PEOPLE = new Map([['mia@example.com', { id: ID, name: 'Mia' }]]);
const LINK = `[@Mia](user:${ID})`;

describe('addresses of people', () => {
  it.each(['@ ', '@!', '@-', '@…', "@'s", '(@)', '**@**', '_@_', '- @', 'one`s\n\n@ one`s', '- a\n\n    @'])(
    'are mentions in %j',
    (text) => {
      expect(withPeople(text.replace('@', '@mia@example.com'), PEOPLE)).toBe(text.replace('@', LINK));
    },
  );

  it.each(['`@`', '~~~\n@\n~~~', 'a\n\n    @', '\t@', '[@](https://example.com)', 'x@', 'snake_@', '@x', '@_x', '@-x'])(
    'are none in %j',
    (text) => {
      const given = text.replace('@', '@mia@example.com');
      expect(withPeople(given, PEOPLE)).toBe(given);
    },
  );

  it('are compared in any case', () => {
    expect(addressesIn('@Mia@Example.com and @mia@example.com')).toEqual(['mia@example.com']);
  });
});

describe('mentions', () => {
  it.each(['`@`', '```\n@\n```', 'a\n\n    @\n\n    @'])('are none in the code %j', (text) => {
    expect(mentionsIn(text.replaceAll('@', LINK))).toEqual([]);
  });

  it('are each named once, after code too', () => {
    expect(mentionsIn(`    code\n${LINK} ${LINK}`)).toEqual([{ type: 'user', id: ID }]);
  });
});

/** What regular expressions found before there were scanners. */
it.each(corpus)('finds in $text what was found before', ({ text, mentions, withPeople: shown, withNames: named }) => {
  const people = new Map([['mia@example.com', { id: ID, name: 'Mia [x]' }]]);
  expect([mentionsIn(text).length, withPeople(text, people), withNames(text)]).toEqual([mentions, shown, named]);
});
