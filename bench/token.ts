import { createHmac } from 'node:crypto';
import type { TokenClaims } from '#core/access/tokens.js';

/** A JWT such as the service issues at login. */
export function tokenOf(user: { id: string; companyId: string }, secret: string): string {
  const claims: TokenClaims = {
    sub: user.id,
    company: user.companyId,
    ver: 1,
    method: 'password',
    at: Date.now(),
  };
  const issuedAt = Math.floor(Date.now() / 1_000);
  const times = { iat: issuedAt, exp: issuedAt + 86_400 };
  const names = { iss: 'project-management-service', aud: 'project-management-api' };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, ...times, ...names })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
