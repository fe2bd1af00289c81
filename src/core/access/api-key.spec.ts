import { apiKeyHash, apiKeyPrefix, isApiKey, makeApiKey } from './api-key.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 (IEEE), bit by bit as in the textbook. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function valueOf(base62: string): number {
  return [...base62].reduce((value, digit) => value * 62 + DIGITS.indexOf(digit), 0);
}

describe('makeApiKey', () => {
  it('makes the prefix, 26 random characters and the CRC-32 of both in base62', () => {
    for (let count = 0; count < 200; count += 1) {
      const key = makeApiKey();
      expect(key).toMatch(/^svc_live_[0-9A-Za-z]{32}$/);
      expect(valueOf(key.slice(-6))).toBe(crc32(key.slice(0, -6)));
    }
  });

  it('never makes the same twice, and uses every character', () => {
    const keys = Array.from({ length: 1_000 }, makeApiKey);
    expect(new Set(keys).size).toBe(1_000);
    expect(new Set(keys.flatMap((key) => [...key.slice(9, 35)])).size).toBe(62);
  });
});

describe('isApiKey', () => {
  it('accepts a key that was computed elsewhere, its checksum padded with 0', () => {
    expect(isApiKey('svc_live_0000000000000000000000021300sgkY')).toBe(true);
  });

  it('refuses every key with one wrong character', () => {
    const key = makeApiKey();
    expect(isApiKey(key)).toBe(true);
    for (let place = 0; place < key.length; place += 1) {
      for (const digit of DIGITS) {
        if (key[place] !== digit) expect(isApiKey(key.slice(0, place) + digit + key.slice(place + 1))).toBe(false);
      }
    }
  });

  it.each(['', 'svc_live_', 'svc_live_x', ` ${makeApiKey()}`, `${makeApiKey()}\n`, `${makeApiKey()}0`])(
    'refuses %j',
    (text) => expect(isApiKey(text)).toBe(false),
  );
});

it('only the prefix and 4 characters are shown, only the SHA-256 is stored', () => {
  expect(apiKeyPrefix('svc_live_ABCDEFG')).toBe('svc_live_ABCD');
  expect(apiKeyHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
