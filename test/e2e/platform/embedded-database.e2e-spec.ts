import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import fs, { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Client } from 'pg';
import { EmbeddedDatabase, EmbeddedDatabaseError } from '#core/embedded-database/embedded-database.js';
import { eventually } from '../../support/eventually.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

interface Started {
  url: string;
  isNew: boolean;
  pid: number;
}

type Service = ChildProcessByStdio<null, Readable, null>;

const SERVICE = join(__dirname, '../../support/embedded-database-process.ts');

let folder: string;
let dataDirectory: string;
let databases: EmbeddedDatabase[];
let services: Service[];

beforeEach(async () => {
  folder = temporaryFolder();
  dataDirectory = join(folder, 'data');
  databases = [];
  services = [];
});

afterEach(async () => {
  await Promise.all(services.map(kill));
  // Takes over, and so stops, the server that a killed service left.
  if (services.length > 0 && databases.length === 0) await start();
  await Promise.all(databases.map((database) => database.stop()));
  // 40 MB each.
  await rm(folder, { recursive: true });
});

async function start(
  options: { log?: (line: string) => void; dataDirectory?: string } = {},
): Promise<EmbeddedDatabase> {
  const settings = { fsync: 'off' };
  const database = await EmbeddedDatabase.start({ dataDirectory, log: () => undefined, settings, ...options });
  databases.push(database);
  return database;
}

function spawnService(): Service {
  const service = spawn(process.execPath, [SERVICE, dataDirectory], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  services.push(service);
  return service;
}

/** A service in a process of its own, so that it can be killed. */
async function startService(): Promise<Started & { service: Service }> {
  const service = spawnService();
  for await (const line of createInterface({ input: service.stdout })) {
    return { ...(JSON.parse(line) as Started), service };
  }
  throw new Error('The service ended before it was ready');
}

async function kill(service: Service): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const exit = once(service, 'exit');
  service.kill('SIGKILL');
  await exit;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function serverPid(directory = dataDirectory): Promise<number> {
  return Number.parseInt(await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a start', () => {
  it('makes a database, and the next one finds its data', async () => {
    const first = await start();
    expect(first.isNew).toBe(true);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await first.stop();
    await expect(query(first.url, 'SELECT')).rejects.toMatchObject({ code: 'ECONNREFUSED' });

    const second = await start();
    expect(second.isNew).toBe(false);
    await expect(query(second.url, 'SELECT answer FROM kept')).resolves.toEqual([{ answer: 42 }]);
  });

  it('keeps the password to the user of the service', async () => {
    await start();
    const { mode, uid } = await stat(join(dataDirectory, 'postgres-password'));
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o600, uid: process.getuid?.() });
    expect((await readdir(dataDirectory)).sort()).toEqual(['postgres', 'postgres-password']);
  });

  it('refuses a wrong password', async () => {
    const { url } = await start();
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT')).rejects.toMatchObject({ code: '28P01' });
  });

  it('knows letters outside ASCII, in trigram indexes too', async () => {
    const { url } = await start();
    await query(url, 'CREATE EXTENSION pg_trgm');
    const [row] = await query(
      url,
      `SELECT lower('ÄÖПРИВЕТ') AS lower, 'ÄÖ' ILIKE 'äö' AS equal, array_length(show_trgm('мир'), 1) AS trigrams,
        current_setting('TimeZone') AS zone, current_setting('jit') AS jit, current_setting('listen_addresses') AS host`,
    );
    expect(row).toEqual({ lower: 'äöпривет', equal: true, trigrams: 4, zone: 'UTC', jit: 'off', host: '127.0.0.1' });
  });

  it('starts over after a start that was killed while it created the database', async () => {
    const service = spawnService();
    await eventually('it makes the database', () => {
      const names = existsSync(dataDirectory) ? readdirSync(dataDirectory) : [];
      const unfinished = names.find((name) => name.includes('init-'));
      return unfinished !== undefined && existsSync(join(dataDirectory, unfinished, 'cluster', 'PG_VERSION'));
    });
    await kill(service);
    expect(await readdir(dataDirectory)).not.toContain('postgres');

    const database = await start();
    expect(database.isNew).toBe(true);
    await query(database.url, 'SELECT');
    expect((await readdir(dataDirectory)).sort()).toEqual(['postgres', 'postgres-password']);
  });

  it('refuses a kept password that is damaged, and leaves the data alone', async () => {
    await (await start()).stop();
    const path = join(dataDirectory, 'postgres-password');
    const password = await readFile(path, 'utf8');
    await writeFile(path, '');
    await expect(start()).rejects.toThrow(
      `DATA_DIR: ${path} is damaged, it has fewer than 32 characters: put it back from a backup`,
    );
    await writeFile(path, password);
    expect((await start()).isNew).toBe(false);
  });

  it('is not begun on a disk without room for it', async () => {
    const almostFull = { ...(await fs.statfs('/')), bavail: 12_345, bsize: 4_096 };
    const statfs = jest.spyOn(fs, 'statfs').mockResolvedValue(almostFull);
    await expect(start()).rejects.toThrow(
      new EmbeddedDatabaseError(
        `${dataDirectory} has 48 MiB free, and a new database needs 128: make room, or choose another DATA_DIR`,
      ),
    );
    statfs.mockRestore();
    expect(existsSync(join(dataDirectory, 'postgres'))).toBe(false);
  });

  it('refuses a folder with other files', async () => {
    await mkdir(join(dataDirectory, 'postgres'), { recursive: true });
    await writeFile(join(dataDirectory, 'postgres', 'notes.txt'), 'mine');
    await expect(start()).rejects.toThrow(EmbeddedDatabaseError);
    await expect(readFile(join(dataDirectory, 'postgres', 'notes.txt'), 'utf8')).resolves.toBe('mine');
  });
});

describe('a start after another service', () => {
  it('is refused while the other service lives, and does not affect it', async () => {
    const { url } = await startService();
    await expect(start()).rejects.toThrow(`DATA_DIR ${dataDirectory} is in use by another running service`);
    await query(url, 'SELECT');
  });

  it('lets one of two concurrent starts win', async () => {
    const results = await Promise.allSettled([start(), startService()]);
    const won = results.filter((result) => result.status === 'fulfilled');
    expect(won).toHaveLength(1);
  });

  it('stops the server of a killed service', async () => {
    const { url, pid, service } = await startService();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await kill(service);
    expect(isAlive(pid)).toBe(true);

    const database = await start();
    expect(database.isNew).toBe(false);
    expect(await serverPid()).not.toBe(pid);
    await expect(query(database.url, 'SELECT answer FROM kept')).resolves.toEqual([{ answer: 42 }]);
  });

  it('recovers when the server was killed as well', async () => {
    const { url, pid, service } = await startService();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await kill(service);
    process.kill(pid, 'SIGKILL');

    const database = await start();
    await expect(query(database.url, 'SELECT answer FROM kept')).resolves.toEqual([{ answer: 42 }]);
  });

  it('is not misled by another process with the id of a dead server', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await Promise.all([start({ dataDirectory: elsewhere }), start().then((database) => database.stop())]);
    const pid = await serverPid(elsewhere);
    const lines = [pid, join(dataDirectory, 'postgres'), 1, 5432, '', '127.0.0.1', '', 'ready   ', ''];
    await writeFile(join(dataDirectory, 'postgres', 'postmaster.pid'), lines.join('\n'));

    await query((await start()).url, 'SELECT');
    expect(await serverPid(elsewhere)).toBe(pid);
  });
});

describe('a running one', () => {
  it('brings a killed server back on the same port and stays its owner', async () => {
    const lines: string[] = [];
    const database = await start({ log: (line) => lines.push(line) });
    const { url } = database;
    const pid = await serverPid();
    process.kill(pid, 'SIGKILL');

    await eventually('it answers', () =>
      query(url, 'SELECT').then(
        () => true,
        () => false,
      ),
    );
    expect(database.url).toBe(url);
    expect(await serverPid()).not.toBe(pid);
    await eventually('PostgreSQL is back', () => lines.includes('PostgreSQL is back'));
    await expect(start()).rejects.toThrow('is in use by another running service');
  });

  it('stays its owner when a crash ends all sessions but not the server', async () => {
    const lines: string[] = [];
    const { url } = await start({ log: (line) => lines.push(line) });
    const [row] = await query<{ pid: number }>(url, `SELECT pid FROM pg_stat_activity WHERE datname = 'postgres'`);
    process.kill(row?.pid ?? 0, 'SIGKILL');

    await eventually('PostgreSQL is back', () => lines.includes('PostgreSQL is back'));
    await expect(start()).rejects.toThrow('is in use by another running service');
  });

  it('can be stopped while it brings a killed server back', async () => {
    const lines: string[] = [];
    const database = await start({ log: (line) => lines.push(line) });
    process.kill(await serverPid(), 'SIGKILL');
    await eventually('its end is noticed', () => lines.includes('PostgreSQL is gone: bringing it back'));
    await database.stop();
    await expect(query(database.url, 'SELECT')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('does not get the Ctrl-C of the service, which stops it at the end', async () => {
    const { url, pid, service } = await startService();
    process.kill(-(service.pid ?? 0), 'SIGINT');
    await query(url, 'SELECT');

    const exit = once(service, 'exit');
    service.kill('SIGTERM');
    await expect(exit).resolves.toEqual([0, null]);
    expect(isAlive(pid)).toBe(false);
  });
});
