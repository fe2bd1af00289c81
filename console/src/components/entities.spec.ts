import { decoded } from './entities.ts';

describe('entities', () => {
  it.each([
    ['a &amp; b &lt;c&gt; &quot;d&quot; &apos;', `a & b <c> "d" '`],
    ['&eacute;&yuml;&nbsp;&copy;', 'éÿ\u00a0©'],
    ['&#65;&#x1F600;&#X42;', 'A\u{1F600}B'],
    ['&#0;&#xD800;&#x110000;', '\ufffd\ufffd\ufffd'],
    ['&nothing; & &; &amp', '&nothing; & &; &amp'],
    ['&amp;lt;', '&lt;'],
    ['&hellip;&thinsp;&rarr;&omega;', '…\u2009→ω'],
  ])('read %j', (text, expected) => expect(decoded(text)).toBe(expected));
});
