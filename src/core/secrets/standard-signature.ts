import { createHmac, randomBytes } from 'node:crypto';
import { digestInTurns } from './digest-in-turns.js';

/** Of secrets that are base64 of the key itself. */
const SECRET_PREFIX = 'whsec_';

/** What the package `standardwebhooks` decodes: with or without padding, four characters or more. */
const BASE64 = /^(?=.{4})[A-Za-z0-9+/]+={0,2}$/;

/** A new secret. */
export function makeStandardSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`;
}

/** A `v1` signature of Standard Webhooks: HMAC-SHA256 in base64 over `id.timestamp.body`. */
export async function standardSignature(secret: string, id: string, timestamp: number, body: Buffer): Promise<string> {
  const hmac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`);
  return `v1,${await digestInTurns(hmac, body, 'base64')}`;
}

function keyOf(secret: string): Buffer {
  const encoded = secret.slice(SECRET_PREFIX.length);
  return secret.startsWith(SECRET_PREFIX) && BASE64.test(encoded)
    ? Buffer.from(encoded, 'base64')
    : Buffer.from(secret);
}
