import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '../../sdk/dist/sdk.js';
import { fetchBehindProxy } from './agent.mjs';

const ROOT = dirname(dirname(import.meta.dirname));
const MANY = '1000000';

/** The built service on an embedded database in `folder`, behind a pretended proxy. */
export async function startService(folder) {
  const child = spawn(process.execPath, ['--enable-source-maps', join(ROOT, 'dist/src/main.js')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DEMO: 'off',
      TLS_MODE: 'proxy',
      RATE_LIMIT_API_READ: MANY,
      RATE_LIMIT_API_WRITE: MANY,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const baseUrl = `${await announcedAddress(child)}/api`;
  return {
    baseUrl,
    clientOf: (token) => createClient({ baseUrl, ...(token && { token }), fetch: fetchBehindProxy }),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** The address that the service prints once it is ready. */
async function announcedAddress(child) {
  let address;
  for await (const line of createInterface(child.stdout)) {
    address ??= /^Project Management Service: (\S+)$/.exec(line)?.[1];
    if (!line.startsWith('API documentation:')) continue;
    // Nobody reads the rest: the service must not wait for it.
    child.stdout.resume();
    return new globalThis.URL(address.replace('localhost', '127.0.0.1')).origin;
  }
  throw new Error('The service did not start');
}
