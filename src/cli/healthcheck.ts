import '#config/node-version.js';
import '#core/outbound/no-global-fetch.js';
import { createClient } from '../../sdk/src/sdk.js';
import { BASE_PATH } from '#common/http/base-path.js';
import { loadConfiguration } from '#config/configuration.js';
import { OperatorHttp } from '#core/outbound/operator-http.js';

/** Exits 0 when the service of this container can serve: the image's health check. */
const { port, tls } = loadConfiguration();
const scheme = tls.mode === 'proxy' ? 'http' : 'https';
const baseUrl = `${scheme}://127.0.0.1:${port}/${BASE_PATH}`;
// The certificate may be self-signed, or not be for this name; the request never leaves the machine.
const { fetch } = new OperatorHttp(baseUrl, { connect: { rejectUnauthorized: false } });
const client = createClient({ baseUrl, maxRetries: 0, fetch });
const isReady = await client.getReadiness().then(
  () => true,
  () => false,
);
process.exit(isReady ? 0 : 1);
