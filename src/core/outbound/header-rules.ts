import { validateHeaderName, validateHeaderValue } from 'node:http';

/** Those that the service or the connection itself decides (RFC 9110, 7.6.1). */
const RESERVED_NAMES = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'http2-settings',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]);
const RESERVED_PREFIX = /^(content-|x-webhook-)/;

/** What a schema can say of a header's name: a token of RFC 9110. */
export const HEADER_NAME = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$";

/** The rule that the name of an additional header of outgoing requests breaks, if any. */
export function headerNameProblem(name: string): string | undefined {
  try {
    validateHeaderName(name);
  } catch {
    return "Must be a header name: letters, digits and any of !#$%&'*+-.^_`|~";
  }
  const lower = name.toLowerCase();
  return RESERVED_NAMES.has(lower) || RESERVED_PREFIX.test(lower) ? 'Must not be set: the service does' : undefined;
}

/** The rule that the value of an additional header breaks, if any. */
export function headerValueProblem(value: string): string | undefined {
  try {
    validateHeaderValue('x', value);
    return undefined;
  } catch {
    return 'Must hold no line breaks, and no characters beyond Latin-1';
  }
}
