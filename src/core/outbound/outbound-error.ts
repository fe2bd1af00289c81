import { RefusedAddressError } from './outbound-address.js';

const MESSAGES: Record<string, string> = {
  ENOTFOUND: 'The host name has no address',
  ENODATA: 'The host name has no address',
  EAI_AGAIN: 'The host name could not be resolved',
  ETIMEOUT: 'The host name could not be resolved',
  ESERVFAIL: 'The host name could not be resolved',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection broke before an answer came',
  EPIPE: 'The connection broke before an answer came',
  ETIMEDOUT: 'The host does not take connections',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
  EADDRNOTAVAIL: 'The host cannot be reached',
  EPROTO: 'No TLS connection could be made',
  // As `fetch` names them, which AI checks go through.
  UND_ERR_SOCKET: 'The connection broke before an answer came',
  UND_ERR_CONNECT_TIMEOUT: 'The host does not take connections',
};

/** Node's and OpenSSL's names for a certificate that is not accepted. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/;

/** What a delivery log may say of a failure: nothing of this service's network, no message of a library. */
export function outboundErrorText(error: unknown, timeoutMs: number): string {
  if (error instanceof RefusedAddressError) return 'The address is not allowed: it is not a public one';
  const { name } = error as Error;
  const code = codeOf(error);
  if (name === 'TimeoutError') return `No answer within ${timeoutMs / 1_000} s`;
  if (name === 'AbortError') return 'The service was stopped before an answer came';
  if (code.startsWith('HPE_')) return 'The answer is no valid HTTP';
  if (CERTIFICATE.test(code)) return 'The certificate of the host is not valid';
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return 'No TLS connection could be made';
  return MESSAGES[code] ?? 'The request failed';
}

/** What kept an answer from coming, in a word for programs. */
export type OutboundFailure = 'timeout' | 'address_refused' | 'connection';

export function outboundFailureOf(error: unknown): OutboundFailure {
  if (error instanceof RefusedAddressError) return 'address_refused';
  return (error as Error).name === 'TimeoutError' ? 'timeout' : 'connection';
}

/** A DOMException has a number there. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
