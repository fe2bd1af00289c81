import fc from 'fast-check';
import { nameInMail } from './name-in-mail.js';

const shown = (name: string) => nameInMail(name, 'someone');

describe('nameInMail', () => {
  it.each([
    'Ada Lovelace',
    'Müller & Söhne GmbH (Köln)',
    'St. John/Smith',
    'Dr. No',
    'A.B. Corp',
    'Sales/Support',
    'Version 1.5/2',
    'example.com',
    '株式会社',
    "O'Brien, Jr.",
  ])('leaves %s as it is', (name) => {
    expect(shown(name)).toBe(name);
  });

  it.each([
    ['Click https://evil.example/login now', 'Click now'],
    ['Click HTTPS://EVIL.EXAMPLE now', 'Click now'],
    ['hthttps://tps://evil.example', 'someone'],
    ['Go to WwW.evil.example please', 'Go to please'],
    ['wwwww.w.evil', 'someone'],
    ['See evil.example/reset', 'See'],
    ['See evil1.example/reset', 'See'],
    ['(evil.example/)', 'someone'],
    ['пример.рф/вход here', 'here'],
    ['evil.xn--p1ai/ here', 'here'],
    ['ht\u200btp:\u200b//evil w\u200bww.evil', 'someone'],
    ['ｗｗｗ．evil．example', 'someone'],
    ['https：／／evil', 'someone'],
    ['a:/\u202e/b', 'someone'],
    ['', 'someone'],
    [' \u2028\u200b\t', 'someone'],
  ])('makes of %j %j', (name, expected) => {
    expect(shown(name)).toBe(expected);
  });

  it('is one line', () => {
    expect(shown('Acme\r\nBcc: all\u2028of\u2029them\u0085and\0us')).toBe('Acme Bcc: all of them and us');
  });

  it('has at most 60 characters, none of them cut in two', () => {
    expect(shown('x'.repeat(60))).toBe('x'.repeat(60));
    expect(shown('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`);
    expect(shown('👩'.repeat(61))).toBe(`${'👩'.repeat(59)}…`);
  });

  it('never looks like an address, whatever the name', () => {
    const part = fc.constantFrom('://', 'www.', ':', '/', '.', 'w', 'W', 'a', 'com', ' ', '\n', '\u200b', 'ｗ', '．');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 120 }), (parts) => {
        const name = shown(parts.join(''));
        expect(name).not.toMatch(/:\/\/|www\.|[a-z]\.[a-z]+\/|[\r\n]/i);
        expect([...name].length).toBeLessThanOrEqual(60);
      }),
    );
  });
});
