import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** How many steps a clock may be off, either way. */
const TOLERANCE = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a moment in seconds of Unix time: RFC 6238 with SHA-1 and steps of 30 s. */
export function totpCode(secret: Buffer, seconds: number, digits = DIGITS): string {
  return codeOf(secret, Math.floor(seconds / STEP_SECONDS), digits);
}

/** The steps around `seconds` whose code is `code`: at most one, unless codes are equal by chance. */
export function matchingSteps(secret: Buffer, code: string, seconds: number): number[] {
  const step = Math.floor(seconds / STEP_SECONDS);
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_, index) => step - TOLERANCE + index);
  // All of them are compared, whichever matches.
  return steps.filter((candidate) => isEqual(codeOf(secret, candidate, DIGITS), code));
}

/** Whether a code may be one of an authenticator: 6 digits. */
export function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function codeOf(secret: Buffer, step: number, digits: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
