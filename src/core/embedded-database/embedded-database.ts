import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cluster, openCluster, ownCluster } from './cluster.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { findServer, POLL_INTERVAL, PostgresServer, readServerFile, shutDownForeign } from './postgres-server.js';

export { EmbeddedDatabaseError };

export interface EmbeddedDatabaseOptions {
  /** Absolute; its `postgres` is the folder of the cluster, or a link to it. */
  dataDirectory: string;
  /** Gets the lines of PostgreSQL's log and what this class does, one call a line. */
  log: (line: string) => void;
  /** PostgreSQL settings beyond the needed ones, such as `fsync: 'off'` for tests. */
  settings?: Record<string, string>;
}

const HOST = '127.0.0.1';
const USER = 'postgres';
const DATABASE = 'app';
/** Any number that nothing else locks in the database `postgres`. */
const OWNERSHIP_LOCK = 7_150_291;
/** Between failing attempts, in milliseconds. */
const RETRY_DELAY = 1_000;
const START_ATTEMPTS = 10;
/** Milliseconds between a broken connection and the news that its server is dead. */
const NEWS_DELAY = 100;
/**
 * Why a start may fail that works a moment later: the port is in use, another start is under way, or a crash left
 * files.
 */
const PASSING_COMPLAINT =
  /could not bind|still in use|lock file .{0,4096} (already exists|is empty)|stopped by another process/;
const PASSING_CONNECTION_ERRORS = ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '53300'];

/** Another service owns the server that listens on `port`. */
class DatabaseInUseError extends EmbeddedDatabaseError {
  readonly port: number;

  constructor(message: string, port: number) {
    super(message);
    this.port = port;
  }
}

/** A server that ended before it could be used. */
class ServerEndedError extends EmbeddedDatabaseError {}

/**
 * PostgreSQL as part of the service: real binaries, data in `DATA_DIR/postgres` or where that link leads,
 * reachable over 127.0.0.1 only. A server that a killed service left is stopped first; one that dies is brought back on
 * the same port. The owner holds a session lock for its whole life, so a second service on the same folder refuses to
 * start.
 */
export class EmbeddedDatabase {
  /** Whether this start made the cluster. */
  readonly isNew: boolean;
  readonly #options: EmbeddedDatabaseOptions;
  readonly #cluster: Cluster;
  readonly #stopping = new AbortController();
  readonly #requestShutDown = () => this.#server?.requestShutDown();
  #port = 0;
  #server: PostgresServer | null = null;
  /** The connection that holds the lock. */
  #owner: Client | null = null;
  /** Resolves when that connection is gone, which is how a dead server shows. */
  #ownershipLost: Promise<void> = Promise.resolve();
  #supervision: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | null = null;

  private constructor(options: EmbeddedDatabaseOptions, cluster: Cluster) {
    this.isNew = cluster.isNew;
    this.#options = options;
    this.#cluster = cluster;
  }

  /**
   * Resolves when the database can be used.
   *
   * @throws EmbeddedDatabaseError when the machine, the folder or another running service does not let it start;
   * ConfigurationError when its kept password cannot be used.
   */
  static async start(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
    const cluster = await openCluster(options.dataDirectory, options.settings?.['fsync'] !== 'off');
    const database = new EmbeddedDatabase(options, cluster);
    process.once('exit', database.#requestShutDown);
    await database.#startFirst();
    database.#supervision = database.#supervise();
    return database;
  }

  /**
   * For a command that needs the database for a moment: the one of a running service, or else one started here, which
   * `stop` ends.
   *
   * @throws EmbeddedDatabaseError, ConfigurationError as `start`
   */
  static async reach(options: EmbeddedDatabaseOptions): Promise<{ url: string; stop(): Promise<void> }> {
    try {
      return await EmbeddedDatabase.start(options);
    } catch (error) {
      if (!(error instanceof DatabaseInUseError)) throw error;
      const cluster = await openCluster(options.dataDirectory, true);
      return { url: connectionString(cluster, error.port), stop: () => Promise.resolve() };
    }
  }

  /** Where its files are; absolute, without symbolic links. */
  get folder(): string {
    return this.#cluster.folder;
  }

  /** Connection string with a superuser's name and password. */
  get url(): string {
    return connectionString(this.#cluster, this.#port);
  }

  /** Ends all sessions and stops the server; may be called again, and while a dead server is being brought back. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stopOnce());
  }

  async #stopOnce(): Promise<void> {
    this.#stopping.abort();
    await this.#owner?.end();
    await this.#server?.shutDown();
    await this.#supervision;
    process.off('exit', this.#requestShutDown);
  }

  async #startFirst(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#stopOrphan();
        await ownCluster(this.#cluster);
        this.#port = await freePort();
        const owner = await this.#bringUp();
        await createDatabase(owner);
        return;
      } catch (error) {
        await this.#server?.shutDown();
        if (!isPassing(error) || attempt === START_ATTEMPTS) throw error;
        this.#options.log(`${(error as Error).message}: trying again`);
        await delay(RETRY_DELAY);
      }
    }
  }

  /** Brings the server back whenever it is gone, until `stop`. */
  async #supervise(): Promise<void> {
    const { log } = this.#options;
    const { signal } = this.#stopping;
    await this.#ownershipLost;
    while (!signal.aborted) {
      try {
        log('PostgreSQL is gone: bringing it back');
        await Promise.race([this.#server?.ended, delay(NEWS_DELAY)]);
        await this.#bringUp();
        log('PostgreSQL is back');
        await this.#ownershipLost;
      } catch (error) {
        if (signal.aborted) return;
        log((error as Error).message);
        await delay(RETRY_DELAY, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** A running server of this service and the connection that makes it the owner. */
  async #bringUp(): Promise<Client> {
    this.#stopping.signal.throwIfAborted();
    if (!this.#server || this.#server.hasEnded) this.#server = this.#startServer();
    const owner = await this.#connectWhenReady(this.#server);
    this.#ownershipLost = new Promise((resolve) => owner.once('end', resolve));
    await this.#takeOwnership(owner);
    this.#owner = owner;
    return owner;
  }

  #startServer(): PostgresServer {
    const settings = {
      listen_addresses: HOST,
      port: String(this.#port),
      unix_socket_directories: '',
      timezone: 'UTC',
      log_timezone: 'UTC',
      log_line_prefix: '',
      // Not WARNING and ERROR: the service reports its own, and their details would put secrets into the log.
      log_min_messages: 'log',
      log_checkpoints: 'off',
      jit: 'off',
      ...this.#options.settings,
    };
    return new PostgresServer({ ...this.#cluster, settings, log: this.#options.log });
  }

  async #connectWhenReady(server: PostgresServer): Promise<Client> {
    for (;;) {
      this.#stopping.signal.throwIfAborted();
      if (server.hasEnded) throw new ServerEndedError(`PostgreSQL did not start: ${await server.complaint()}`);
      const file = await readServerFile(this.#cluster.folder);
      const client = file?.ready && file.pid === server.pid ? await this.#connect(file.port) : null;
      if (client) return client;
      await delay(POLL_INTERVAL);
    }
  }

  /**
   * Stops the server of a service that was killed. One that is starting or stopping is waited for.
   *
   * @throws EmbeddedDatabaseError when the service that it belongs to is alive.
   */
  async #stopOrphan(): Promise<void> {
    const { folder } = this.#cluster;
    for (let server = await findServer(folder); server; server = await findServer(folder)) {
      const client = Number.isNaN(server.port) ? null : await this.#connect(server.port);
      if (client) {
        await this.#takeOwnership(client);
        this.#options.log(`PostgreSQL (process ${server.pid}) was left by a killed service: stopping it`);
        await shutDownForeign(server.pid, folder);
      } else {
        await delay(POLL_INTERVAL);
      }
    }
  }

  async #takeOwnership(client: Client): Promise<void> {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      OWNERSHIP_LOCK,
    ]);
    if (rows[0]?.taken) return;
    await client.end();
    throw new DatabaseInUseError(
      `DATA_DIR ${this.#options.dataDirectory} is in use by another running service: stop that one, or choose another`,
      client.port,
    );
  }

  /** A connection to the database `postgres`; null while the server does not take any. */
  async #connect(port: number): Promise<Client | null> {
    const login = { host: HOST, port, user: USER, password: this.#cluster.password, database: 'postgres' };
    const client = new Client({
      ...login,
      application_name: 'embedded-database-owner',
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (isPassing(error)) return null;
      throw new EmbeddedDatabaseError(
        `The PostgreSQL of ${this.#cluster.folder} does not let its service in: ${(error as Error).message}`,
      );
    }
  }
}

function connectionString({ password }: Cluster, port: number): string {
  return `postgres://${USER}:${encodeURIComponent(password)}@${HOST}:${port}/${DATABASE}`;
}

/** Whether the server is starting, recovering, stopping or full, or could not start but may a moment later. */
function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  if (error instanceof ServerEndedError) return PASSING_COMPLAINT.test(message);
  return code
    ? PASSING_CONNECTION_ERRORS.includes(code)
    : /^Connection terminated|timeout expired|not queryable/.test(message);
}

async function createDatabase(owner: Client): Promise<void> {
  const { rowCount } = await owner.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount === 0) await owner.query(`CREATE DATABASE ${DATABASE}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
