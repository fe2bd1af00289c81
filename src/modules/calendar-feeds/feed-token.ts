import { createHash, randomBytes } from 'node:crypto';

const ID_BYTES = 16;
const SECRET_BYTES = 32;
/** Of a company's id and a secret in base64url, without padding. */
const TOKEN = /^[\w-]{64}$/;

/** The secret of a calendar's address. It names its company, so that it is looked up there alone. */
export function makeFeedToken(companyId: string): string {
  const id = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, randomBytes(SECRET_BYTES)]).toString('base64url');
}

/** The company of a token; undefined for what is no token. */
export function companyOfToken(token: string): string | undefined {
  if (!TOKEN.test(token)) return undefined;
  const hex = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What is kept of a token. */
export function feedTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
