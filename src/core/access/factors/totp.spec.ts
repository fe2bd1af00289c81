import { base32, isTotpCode, matchingSteps, totpCode } from './totp.js';

const SECRET = Buffer.from('12345678901234567890');

describe('totpCode', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('agrees with appendix B of RFC 6238 at %d s', (seconds, code) => {
    expect(totpCode(SECRET, seconds, 8)).toBe(code);
    expect(totpCode(SECRET, seconds)).toBe(code.slice(2));
  });
});

describe('matchingSteps', () => {
  const now = 1_234_567_890;
  const step = Math.floor(now / 30);

  it.each([-1, 0, 1])('takes the code of the step %d away', (distance) => {
    expect(matchingSteps(SECRET, totpCode(SECRET, now + 30 * distance), now)).toEqual([step + distance]);
  });

  it.each([-2, 2])('takes none that is %d steps away', (distance) => {
    expect(matchingSteps(SECRET, totpCode(SECRET, now + 30 * distance), now)).toEqual([]);
  });

  it('takes no other texts', () => {
    for (const code of ['', '12345', '1234567', 'é12345', '12345６']) {
      expect(matchingSteps(SECRET, code, now)).toEqual([]);
      expect(isTotpCode(code)).toBe(false);
    }
  });
});

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('writes %j as %j', (text, written) => {
    expect(base32(Buffer.from(text))).toBe(written);
  });
});
