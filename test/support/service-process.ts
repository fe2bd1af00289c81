import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { Api } from './api.js';
import { eventually } from './eventually.js';

const ROOT = join(__dirname, '../..');
/** Compiles the service, unless that is done already. */
export function buildService(): void {
  const build = spawnSync(process.execPath, [join(ROOT, 'scripts/build-if-needed.mjs')], { encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`The build fails: ${build.stdout}${build.stderr}`);
}

/** What instances that share a database are started with. */
export const sharingEnvironment = (databaseUrl: string): Record<string, string> => ({
  TLS_MODE: 'proxy',
  DEMO: 'off',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_API_READ: '1000000',
  RATE_LIMIT_API_WRITE: '1000000',
  JWT_SECRET: 'x'.repeat(32),
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  DATABASE_URL: databaseUrl,
});

/** What has a process note the statements that it sends (`statement-recorder.mjs`). */
export function noting(): NodeJS.ProcessEnv {
  const recorder = pathToFileURL(join(__dirname, 'statement-recorder.mjs')).href;
  return { NODE_OPTIONS: `--import=${recorder}`, TEST_STATEMENTS: process.env['TEST_STATEMENTS'] };
}

/** How a process ended. */
interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The built service, started in a folder as by a stranger: with nothing in its environment but what is given. */
export class ServiceProcess {
  stdout = '';
  stderr = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<End>;

  constructor(
    readonly folder: string,
    private readonly environment: Record<string, string> = {},
  ) {
    this.child = spawn(process.execPath, [join(ROOT, 'dist/src/main.js')], {
      cwd: folder,
      env: { ...noting(), PATH: process.env['PATH'], PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (bytes: Buffer) => (this.stdout += bytes.toString()));
    this.child.stderr?.on('data', (bytes: Buffer) => (this.stderr += bytes.toString()));
    this.ended = once(this.child, 'close').then(([code, signal]) => ({ code, signal }));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Resolves when it says that it is ready. */
  async ready(): Promise<this> {
    const isReady = () => this.stdout.includes('API documentation:') || this.hasEnded;
    await eventually('the service is ready', isReady);
    if (this.hasEnded) throw new Error(`The service did not start: ${this.stdout}${this.stderr}`);
    return this;
  }

  /** Sends a signal and resolves when the process is gone. */
  end(signal: NodeJS.Signals): Promise<End> {
    this.child.kill(signal);
    return this.ended;
  }

  /** Resolves when the process has ended by itself. */
  wait(): Promise<End> {
    return this.ended;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** The base address that it prints. */
  get address(): string {
    return /^Project Management Service: (\S+)$/m.exec(this.stdout)?.[1] ?? '';
  }

  /** Calls it; it must run behind the pretended proxy (`TLS_MODE=proxy`). */
  get api(): Api {
    return new Api(this.address.replace('localhost', '127.0.0.1'));
  }

  /** What it prints for people, without its log. */
  get announcement(): string {
    return this.stdout
      .split('\n')
      .filter((line) => !line.startsWith('{'))
      .join('\n');
  }

  /** Process ids of those that have answered requests, in that order: its log says so. */
  get requestPids(): number[] {
    return [...this.stdout.matchAll(/"pid":(\d+)[^\n]*"msg":"request"/g)].map(([, pid]) => Number(pid));
  }

  get dataDirectory(): string {
    return join(this.folder, this.environment['DATA_DIR'] ?? 'data');
  }

  /** Process id of the embedded PostgreSQL, or undefined when it is not there. */
  get databasePid(): number | undefined {
    const path = join(this.dataDirectory, 'postgres/postmaster.pid');
    return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : undefined;
  }

  /** A connection to the embedded PostgreSQL, behind the service's back. */
  async connect(): Promise<Client> {
    const file = readFileSync(join(this.dataDirectory, 'postgres/postmaster.pid'), 'utf8');
    const password = readFileSync(join(this.dataDirectory, 'postgres-password'), 'utf8');
    const port = Number(file.split('\n')[3]);
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'app' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}
