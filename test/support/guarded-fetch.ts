/**
 * The service has no `fetch`, and here it shares its process with tests that have one. So whoever calls it is looked at: a file of the service, or a library
 * that is not known to be of the tests alone, is refused as in the service.
 */
const own = globalThis.fetch;
const REFUSED =
  /[\\/]src[\\/](?:core|common|config|modules|cli)[\\/]|[\\/]node_modules[\\/](?!openapi-fetch[\\/]|@modelcontextprotocol[\\/](?:client|core-internal)[\\/])/;

globalThis.fetch = (...request) => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 2;
  const [, , caller = ''] = new Error().stack?.split('\n') ?? [];
  Error.stackTraceLimit = stackTraceLimit;
  if (REFUSED.test(caller)) throw new Error(`fetch is switched off in the service:${caller}`);
  return own(...request);
};
