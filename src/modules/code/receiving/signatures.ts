import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { digestInTurns } from '#core/secrets/digest-in-turns.js';
import { standardSignature } from '#core/secrets/standard-signature.js';
import { type Forge, headerOf } from '../forges/forge-event.js';

/** Seconds that a signature with a moment is good, either way. */
const TOLERANCE = 300;

export type Refusal = 'No signature' | 'Wrong signature' | 'The signature is older than 5 minutes';

/** Why the bytes are not from who knows one of the secrets; undefined when they are. */
export async function refusalOf(
  forge: Forge,
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
): Promise<Refusal | undefined> {
  if (forge.tokenHeader !== undefined) return refusalOfToken(forge.tokenHeader, headers, body, secrets);
  for (const { header, prefix } of forge.signatures) {
    const given = headerOf(headers, [header]);
    if (given === undefined) continue;
    const expected = await Promise.all(secrets.map((secret) => hexOf(secret, body)));
    return isAmong(
      given,
      expected.map((hex) => `${prefix}${hex}`),
    )
      ? undefined
      : 'Wrong signature';
  }
  return 'No signature';
}

/** By Standard Webhooks, or else the secret itself. */
async function refusalOfToken(
  tokenHeader: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
): Promise<Refusal | undefined> {
  const signatures = headerOf(headers, ['webhook-signature']);
  if (signatures === undefined) {
    const token = headerOf(headers, [tokenHeader]);
    if (token === undefined) return 'No signature';
    return isAmong(token, secrets) ? undefined : 'Wrong signature';
  }
  const timestamp = Number(headerOf(headers, ['webhook-timestamp']) ?? Number.NaN);
  if (!Number.isSafeInteger(timestamp)) return 'Wrong signature';
  if (Math.abs(Date.now() / 1_000 - timestamp) > TOLERANCE) return 'The signature is older than 5 minutes';
  const id = headerOf(headers, ['webhook-id']) ?? '';
  const expected = await Promise.all(secrets.map((secret) => standardSignature(secret, id, timestamp, body)));
  return signatures.split(' ').some((given) => isAmong(given, expected)) ? undefined : 'Wrong signature';
}

function hexOf(secret: string, body: Buffer): Promise<string> {
  return digestInTurns(createHmac('sha256', secret), body, 'hex');
}

/** In a time that does not tell how much of it is right: all are compared, by hashes of one length. */
function isAmong(given: string, expected: readonly string[]): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return expected.map((one) => timingSafeEqual(hash(one), hash(given))).includes(true);
}
