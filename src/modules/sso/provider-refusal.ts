import { ProviderError } from './issuer-clients.js';

/** What the parts of an answer are called whose check can fail, by the claim or parameter. */
const PARTS: Record<string, string> = {
  nonce: 'The nonce of the id token is not the one that was sent',
  iss: 'The issuer of the answer is not the one of the connection',
  aud: 'The id token is meant for somebody else',
  azp: 'The id token is meant for somebody else',
  exp: 'The id token has expired',
  iat: 'The time of the id token is wrong',
  nbf: 'The id token is not valid yet',
  sub: 'The subject of the id token is empty',
  state: 'The state is not the one that was sent',
};

/** Which part of an answer failed, in one line; nothing of what a library or the provider says. */
export function providerRefusal(error: unknown): string {
  for (let cause = error; cause !== undefined && cause !== null; cause = (cause as { cause?: unknown }).cause) {
    if (cause instanceof ProviderError) return cause.message;
    const { claim, code, name, message = '' } = cause as Record<string, unknown>;
    const known = typeof claim === 'string' ? PARTS[claim] : undefined;
    if (known !== undefined) return known;
    if (name === 'JWSSignatureVerificationFailed' || name === 'JWKSNoMatchingKey') return SIGNATURE;
    if (typeof code === 'string' && /^ERR_J(WS|OSE|WK)/.test(code)) return SIGNATURE;
    if (code === 'OAUTH_RESPONSE_BODY_ERROR') return 'The provider refused the code';
    const part = /"(nonce|iss|aud|azp|exp|iat|nbf|sub|state)"/.exec(String(message))?.[1];
    if (part !== undefined) return PARTS[part] as string;
    if (typeof code === 'string' && code.startsWith('OAUTH_JWT_TIMESTAMP')) return 'The time of the id token is wrong';
  }
  return 'The answer of the provider is not valid';
}

const SIGNATURE = 'The signature of the id token is not valid';
