import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { temporaryFolder } from './temporary-folder.js';

/** Debian puts it where only root's path leads. */
const PATH = `${process.env['PATH']}:/usr/sbin`;
/** It refuses to run as root. */
const NOBODY = 65_534;
/** Prepared statements work from here on. */
const OLDEST = [1, 21] as const;

/** The version on this machine, or undefined when there is none that the service can work with. */
export function pgbouncerVersion(): string | undefined {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { env: { PATH }, encoding: 'utf8' });
  const [, version, major, minor] = /^PgBouncer ((\d+)\.(\d+)\S*)/.exec(stdout ?? '') ?? [];
  const isNew = Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
  return isNew ? version : undefined;
}

/** A PgBouncer in transaction mode, as a user would set one up, in front of the server of `serverUrl`. */
export class PgBouncer {
  private constructor(
    /** What is behind it, through it. */
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** `poolSize` is how many connections it keeps to PostgreSQL. */
  static async start(serverUrl: string, poolSize: number): Promise<PgBouncer> {
    const { hostname, port, username, password, pathname } = new URL(serverUrl);
    const listenPort = await freePort();
    const folder = temporaryFolder();
    const file = join(folder, 'pgbouncer.ini');
    const server = `host=${hostname} port=${port} user=${username} password='${decodeURIComponent(password)}'`;
    const settings = [
      ...['[databases]', `* = ${server}`, '[pgbouncer]', 'pool_mode = transaction', 'auth_type = any'],
      ...['listen_addr = 127.0.0.1', `listen_port = ${listenPort}`, 'unix_socket_dir ='],
      ...[`default_pool_size = ${poolSize}`, 'max_client_conn = 200', 'max_prepared_statements = 200'],
    ];
    writeFileSync(file, `${settings.join('\n')}\n`);
    chmodSync(folder, 0o755);
    const user = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const child = spawn('pgbouncer', [file], { env: { PATH }, stdio: 'ignore', ...user });
    const url = `postgres://anyone@127.0.0.1:${listenPort}${pathname}`;
    await eventually('PgBouncer takes connections', () => answers(url));
    return new PgBouncer(url, child);
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    void client.end();
  }
}
