import { Agent, fetch as fetchOver, type RequestInit } from 'undici';
import { createClient } from '../../sdk/src/sdk.js';
import { BASE_PATH } from '../common/http/base-path.js';
import { loadConfiguration } from '../config/configuration.js';

/** Exits 0 when the service of this container can serve: the image's health check. */
const { port, tls } = loadConfiguration();
const scheme = tls.mode === 'proxy' ? 'http' : 'https';
// The certificate may be self-signed, or not be for this name; the request never leaves the machine.
const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
const client = createClient({
  baseUrl: `${scheme}://127.0.0.1:${port}/${BASE_PATH}`,
  maxRetries: 0,
  fetch: ((url: unknown, init: unknown): unknown =>
    fetchOver(url as string, { ...(init as RequestInit), dispatcher })) as typeof globalThis.fetch,
});
const isReady = await client.getReadiness().then(
  () => true,
  () => false,
);
process.exit(isReady ? 0 : 1);
