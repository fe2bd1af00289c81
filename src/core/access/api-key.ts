import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What every key begins with, and no JWT. */
export const API_KEY_PREFIX = 'svc_live_';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 26;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = API_KEY_PREFIX.length + 4;
const FORM = new RegExp(`^(${API_KEY_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** A new key: the prefix, 26 random characters (155 bits) and their checksum. */
export function makeApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  return `${API_KEY_PREFIX}${random}${checksumOf(API_KEY_PREFIX + random)}`;
}

/** Whether `text` has the form of a key and its checksum is right: a mistyped one needs no query. */
export function isApiKey(text: string): boolean {
  const [, checked, checksum] = FORM.exec(text) ?? [];
  return checked !== undefined && checksumOf(checked) === checksum;
}

/** What is stored of a key, in hex. SHA-256 is enough: nobody guesses 155 random bits. */
export function apiKeyHash(key: string): string {
  return hash('sha256', key, 'hex');
}

/** What is shown of a key after its creation. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}

/** CRC-32 (IEEE) in base62, most significant digit first, padded with 0. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  while (checksum.length < CHECKSUM_LENGTH) {
    checksum = `${DIGITS[rest % DIGITS.length]}${checksum}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return checksum;
}
