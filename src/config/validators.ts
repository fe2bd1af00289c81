import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { makeValidator } from 'envalid';
import { isAddressRange } from './address-range.js';

/** A whole number between bounds. */
export const integer = (minimum: number, maximum: number) =>
  makeValidator<number>((input) => {
    const value = Number(input);
    if (!/^\d+$/.test(input) || value < minimum || value > maximum) {
      throw new Error(`must be a whole number from ${minimum} to ${maximum}`);
    }
    return value;
  });

const MOST_WORKERS = 64;

/** A number of processes, or `auto`. */
export const workers = makeValidator<number>((input) => {
  const value = input === 'auto' ? Math.min(availableParallelism(), MOST_WORKERS) : Number(input);
  if (input === 'auto' || (/^\d+$/.test(input) && value >= 1 && value <= MOST_WORKERS)) return value;
  throw new Error(`must be auto, or a whole number from 1 to ${MOST_WORKERS}`);
});

/** Values with commas between them, of which there is one at least. */
export const commaSeparated = (check: (item: string) => boolean, rule: string) =>
  makeValidator<string[]>((input) => {
    const items = input
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    if (items.length === 0) throw new Error('lists nothing');
    const wrong = items.find((item) => !check(item));
    if (wrong !== undefined) throw new Error(`"${wrong}" ${rule}`);
    return items;
  });

/** Ranges of addresses. */
export const cidrs = commaSeparated(isAddressRange, 'is no address range such as 10.0.0.0/8');
/** Addresses of DNS servers, with a port or without. */
export const dnsServers = commaSeparated(
  (text) => isIP(/^\[(.+)\](:\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+)(:\d{1,5})?$/.exec(text)?.[1] ?? text) !== 0,
  'is no address of a server such as 192.0.2.53:53',
);
const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** Origins of browsers. */
export const origins = commaSeparated(isOrigin, 'is no origin such as https://app.example.com');

/** One origin, a slash at its end or not. */
export const publicUrl = makeValidator<string>((input) => {
  const url = input.replace(/\/$/, '');
  if (!isOrigin(url)) throw new Error('must be an origin such as https://projects.example.com');
  return url;
});

/** What tokens are signed with. */
export const secret = makeValidator<string>((input) => {
  if (input.length < 32) throw new Error('must have 32 characters or more');
  return input;
});
const SECRETS_KEY_BYTES = 32;

/** What secrets are encrypted with: the first; the others still decrypt. */
export const secretsKeys = makeValidator<Buffer[]>((input) => {
  const keys = input.split(',').map((key) => key.trim());
  if (!keys.every(isSecretsKey)) {
    throw new Error(`must be ${SECRETS_KEY_BYTES} bytes in base64, or several such keys with commas between them`);
  }
  return keys.map((key) => Buffer.from(key, 'base64'));
});

/** A password as people have them. */
export const password = makeValidator<string>((input) => {
  if (input.length < 8 || input.length > 128) throw new Error('must have 8 to 128 characters');
  return input;
});

/** A URL that matches `form`. */
export const address = (form: RegExp, example: string) =>
  makeValidator<string>((input) => {
    if (!form.test(input) || !URL.canParse(input)) throw new Error(`must look like ${example}`);
    return input;
  });

/** A whole number from 1 on, in practice without an upper limit. */
export const count = integer(1, 1_000_000_000);

/** A number of bytes from 1 on, up to a petabyte. */
export const bytes = integer(1, 1e15);

/** The name of a bucket, which is a part of paths. */
export const bucket = makeValidator<string>((input) => {
  if (!/^[A-Za-z0-9._-]{1,255}$/.test(input)) throw new Error('must be the name of a bucket');
  return input;
});

/** What keys of objects begin with. */
export const keyPrefix = makeValidator<string>((input) => {
  if (!/^(?!\/|.*(?:\.\.|\/\/))[A-Za-z0-9._/-]{0,512}$/.test(input))
    throw new Error('must be a prefix of keys such as files/');
  return input;
});

/** The address of a database. */
export const postgresUrl = address(/^postgres(ql)?:\/\//, 'postgres://user:password@host:5432/database');

/** Whether a text is a key as `secretsKeys` takes it. */
export function isSecretsKey(text: string): boolean {
  return /^[A-Za-z0-9+/]+=?$/.test(text) && Buffer.from(text, 'base64').length === SECRETS_KEY_BYTES;
}
