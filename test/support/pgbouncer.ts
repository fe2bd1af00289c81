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
/** Prepared statements work from here on, when they are switched on. */
const OLDEST = 121;
/** From here on they work as it comes. */
const AS_IT_COMES = 124;

/** The version on this machine, as 124 for 1.24; 0 when there is none. */
function pgbouncerVersion(): number {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { env: { PATH }, encoding: 'utf8' });
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(major ?? 0) * 100 + Number(minor ?? 0);
}

/** Skipped on a machine without one that the service can work with. */
export const describeWithPooler = pgbouncerVersion() >= OLDEST ? describe : describe.skip;

/** A PgBouncer in transaction mode, as a user would set one up, in front of the server of `serverUrl`. */
export class PgBouncer {
  private constructor(
    /** What is behind it, through it. */
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** `poolSize` is how many connections it keeps to PostgreSQL; `changes` are settings that a user would not choose. */
  static async start(serverUrl: string, poolSize: number, changes: readonly string[] = []): Promise<PgBouncer> {
    const { hostname, port, username, password, pathname } = new URL(serverUrl);
    const listenPort = await freePort();
    const folder = temporaryFolder();
    const file = join(folder, 'pgbouncer.ini');
    const secret = password ? ` password='${decodeURIComponent(password)}'` : '';
    const server = `host=${hostname} port=${port} user=${username}${secret}`;
    const settings = [
      ...['[databases]', `* = ${server}`, '[pgbouncer]', 'pool_mode = transaction', 'auth_type = any'],
      ...['listen_addr = 127.0.0.1', `listen_port = ${listenPort}`, 'unix_socket_dir ='],
      ...[`default_pool_size = ${poolSize}`, 'max_client_conn = 200'],
      ...(pgbouncerVersion() < AS_IT_COMES ? ['max_prepared_statements = 200'] : []),
      ...changes,
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
