import { Agent, request } from 'undici';
import { BASE_PATH } from '../common/http/base-path.js';
import { loadConfiguration } from '../config/configuration.js';

/** Exits 0 when the service of this container can serve: the image's health check. */
const { port, tls } = loadConfiguration();
const scheme = tls.mode === 'proxy' ? 'http' : 'https';
// The certificate may be self-signed, or not be for this name; the request never leaves the machine.
const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
const { statusCode } = await request(`${scheme}://127.0.0.1:${port}/${BASE_PATH}/health/ready`, { dispatcher });
process.exit(statusCode === 200 ? 0 : 1);
