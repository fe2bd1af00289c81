import fc from 'fast-check';
import { escapedText, lookAlikeText } from './chat-text.js';

describe('escapedText', () => {
  it.each([
    ['@channel_', '@\u200bchannel_'],
    ['@@here and max@example.com, @', '@\u200b@\u200bhere and max@\u200bexample.com, @\u200b'],
    ['@\u200b\u2060here', '@\u200bhere'],
    ['<!channel> & <@U1> &lt;', '&lt;!channel&gt; &amp; &lt;@\u200bU1&gt; &amp;lt;'],
    ['[Reset](https://evil.example)', '［Reset］(https://evil.example)'],
    ['<https://evil.example|Reset>', '&lt;https://evil.example｜Reset&gt;'],
    ['exe.\u202egpj\u202c', 'exe.gpj'],
    ['a\u2028b\u2029c\nd\u0007e\u00adf\u{e0041}', 'abcdef'],
    ['*bold* _it_ `code` https://example.com/a_b', '*bold* _it_ `code` https://example.com/a_b'],
    ['Käse 日本 👍🏽 한글', 'Käse 日本 👍🏽 한글'],
  ])('makes of %j %j', (text, expected) => expect(escapedText(text)).toBe(expected));

  it('has look-alikes for chats that show escapes as they are', () =>
    expect(lookAlikeText('<!channel> & <@U1> [a](b) |')).toBe('＜!channel＞ ＆ ＜@\u200bU1＞ ［a］(b) ｜'));

  it('leaves no call, no markup of links and nothing unseen in any text (property)', () => {
    const codePoint = fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }));
    const character = fc.oneof(fc.constantFrom(...'@<>&[]|'), codePoint.map(String.fromCodePoint));
    fc.assert(
      fc.property(fc.array(character), (characters) => {
        for (const safe of [escapedText(characters.join('')), lookAlikeText(characters.join(''))]) {
          expect(safe).not.toMatch(/@(?!\u200b)/);
          expect(safe.replaceAll('@\u200b', '')).not.toMatch(/[<>[\]|\p{Cf}\p{Zl}\p{Zp}\p{Cc}]|&(?!(amp|lt|gt);)/u);
        }
      }),
    );
  });
});
