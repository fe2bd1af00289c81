import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.js';

/** What happened in a server since its last reading. */
export interface ProbeReading {
  /** Most resident bytes; at the first reading, the present ones. */
  peakMemory: number;
  /** Milliseconds that the event loop stood still at the most. */
  longestBlock: number;
  /** Open connections, timers and the like. */
  resources: number;
}

/** A server to measure, a Node.js process of its own. */
export interface ServerProcess {
  readonly origin: string;
  readonly pid: number;
  /** What stands before every path. */
  readonly basePath: string;
  /** What every request carries; credentials are to be added. */
  readonly headers: Record<string, string>;
  probe(): Promise<ProbeReading>;
  stop(): Promise<void>;
}

interface ServerOptions {
  /** Arguments of `node`. */
  program: string[];
  environment: Record<string, string>;
  basePath: string;
  headers: Record<string, string>;
  /** Gets what the server writes. */
  logFile: string;
}

const ROOT = join(import.meta.dirname, '..');
const PROBE = ['--import', join(import.meta.dirname, 'process-probe.ts')];
/** Those of `npm start`. */
const PRODUCTION_FLAGS = ['--heap-growing-percent=25', '--enable-source-maps'];
const START_TIMEOUT = 60_000;
const UNLIMITED = '1000000000';
/** What the service calls itself: the issuer of tokens. */
export const PUBLIC_URL = 'https://service.example.com';

export interface ServiceOptions {
  dataDirectory: string;
  jwtSecret: string;
  /** File of this folder that is loaded first. */
  preload?: string;
  /** Besides what every measured service has. */
  environment?: Record<string, string>;
}

/** The service as in production, behind a proxy that ends TLS; starting brings the schema up to date. */
export function startService(
  databaseUrl: string,
  { dataDirectory, jwtSecret, preload, environment }: ServiceOptions,
): Promise<ServerProcess> {
  const preloaded = preload === undefined ? [] : ['--import', join(import.meta.dirname, preload)];
  return startServer({
    program: [...PROBE, ...preloaded, ...PRODUCTION_FLAGS, join(ROOT, 'dist/src/main.js')],
    environment: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirectory,
      DEMO: 'off',
      JWT_SECRET: jwtSecret,
      PUBLIC_URL,
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
      TLS_MODE: 'proxy',
      RATE_LIMIT_API_KEY: UNLIMITED,
      RATE_LIMIT_API_READ: UNLIMITED,
      RATE_LIMIT_API_WRITE: UNLIMITED,
      RATE_LIMIT_AUTH: UNLIMITED,
      ...environment,
    },
    basePath: '/api',
    headers: { 'x-forwarded-proto': 'https' },
    logFile: join(dataDirectory, 'service.log'),
  });
}

/** What the service is compared with: `bare-server.ts`. */
export function startBareServer(databaseUrl: string, dataDirectory: string): Promise<ServerProcess> {
  return startServer({
    program: [
      ...PROBE,
      '--import',
      join(import.meta.dirname, '../test/support/source-resolution.mjs'),
      join(import.meta.dirname, 'bare-server.ts'),
    ],
    environment: { DATABASE_URL: databaseUrl },
    basePath: '',
    headers: {},
    logFile: join(dataDirectory, 'bare-server.log'),
  });
}

async function startServer({
  program,
  environment,
  basePath,
  headers,
  logFile,
}: ServerOptions): Promise<ServerProcess> {
  const port = await freePort();
  const log = openSync(logFile, 'a');
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: { PATH, NODE_ENV: 'production', PORT: String(port), ...environment },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswered(`${origin}${basePath}/health`, child, logFile);
  return {
    origin,
    pid: child.pid ?? 0,
    basePath,
    headers,
    probe: async () => {
      const answer = once(child, 'message');
      child.send('probe');
      const [reading] = (await answer) as [ProbeReading];
      return reading;
    },
    stop: async () => {
      process.off('exit', kill);
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    },
  };
}

async function untilAnswered(url: string, child: ChildProcess, logFile: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT;
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`A server did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    }
    await delay(50);
  }
}
