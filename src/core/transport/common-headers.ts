/** Names and values of the headers of every response. */
export function commonHeaders(traceId: string): [name: string, value: string][] {
  return [
    ['X-Trace-Id', traceId],
    ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Cache-Control', 'no-store'],
  ];
}
