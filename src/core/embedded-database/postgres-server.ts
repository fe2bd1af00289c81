import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError, explain } from './embedded-database-error.js';
import type { OperatingSystemUser } from './operating-system-user.js';

const run = promisify(execFile);

/** Between two looks at something that raises no event, in milliseconds. */
export const POLL_INTERVAL = 20;
/** From the request to shut down to the order, in milliseconds. */
const SHUTDOWN_PATIENCE = 10_000;
/** Of what a server says, for the message of a failed start. */
const KEPT_LINES = 3;

export interface PostgresServerOptions {
  /** Path of the binary. */
  postgres: string;
  /** The cluster; absolute and without symbolic links. */
  folder: string;
  user: OperatingSystemUser;
  settings: Record<string, string>;
  log: (line: string) => void;
}

/** What `postmaster.pid` says of the server of a cluster. */
export interface ServerFile {
  pid: number;
  /** NaN while the server has not written it yet. */
  port: number;
  ready: boolean;
}

/**
 * A PostgreSQL server as a child process, in a session of its own: a Ctrl-C in the terminal reaches only the service,
 * which stops its database last.
 */
export class PostgresServer {
  /** Resolves when the process is gone; never rejects. */
  readonly ended: Promise<void>;
  readonly #process: ChildProcessByStdio<null, null, Readable>;
  readonly #lastLines: string[] = [];
  readonly #saidAll: Promise<unknown>;
  #hasEnded = false;

  constructor({ postgres, folder, user, settings, log }: PostgresServerOptions) {
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#process = spawn(postgres, ['-D', folder, ...options], {
      ...user,
      cwd: folder,
      env: { LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#saidAll = this.#listen(log);
    this.ended = this.#waitForEnd();
  }

  /** Undefined when the process could not even be started. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** What an ended server last said besides its ordinary log, in one line: why it could not start. */
  async complaint(): Promise<string> {
    // Its last words may still be in the pipe, which children of a killed server can hold open.
    await Promise.race([this.#saidAll, delay(200)]);
    const wasStopped = this.#process.exitCode === 0 || this.#lastLines.length === 0;
    return wasStopped ? 'it was stopped by another process' : explain(this.#lastLines.join('\n'));
  }

  /** Ends all sessions and stops the server; after 10 s without waiting for anything. */
  async shutDown(): Promise<void> {
    await shutDown((signal) => this.#process.kill(signal), this.ended);
  }

  /** Asks the server to shut down, for a process that is just exiting itself. */
  requestShutDown(): void {
    this.#process.kill('SIGINT');
  }

  #listen(log: (line: string) => void): Promise<unknown> {
    const lines = createInterface({ input: this.#process.stderr });
    lines.on('line', (line) => {
      log(line);
      if (line.startsWith('LOG:')) return;
      this.#lastLines.push(line);
      if (this.#lastLines.length > KEPT_LINES) this.#lastLines.shift();
    });
    return once(lines, 'close').catch(() => undefined);
  }

  async #waitForEnd(): Promise<void> {
    try {
      await once(this.#process, 'exit');
    } catch (error) {
      this.#lastLines.push((error as Error).message);
    }
    this.#hasEnded = true;
  }
}

const serverFile = (folder: string): string => join(folder, 'postmaster.pid');

function parseServerFile(text: string): ServerFile {
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), ready: lines[7]?.trim() === 'ready' };
}

/** Reads `postmaster.pid` of the cluster in `folder`; null when there is none. */
export async function readServerFile(folder: string): Promise<ServerFile | null> {
  try {
    return parseServerFile(await readFile(serverFile(folder), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The server that runs on the cluster in `folder`, whoever started it. A `postmaster.pid` whose process id has gone to
 * another program, or that a crash left without one, is removed: PostgreSQL would not start because of it.
 */
export async function findServer(folder: string): Promise<ServerFile | null> {
  let file = await readServerFile(folder);
  if (file && Number.isNaN(file.pid)) {
    // A server that starts this moment has made the file and not written to it yet.
    await delay(POLL_INTERVAL);
    file = await readServerFile(folder);
  }
  if (!file) return null;
  if (await isServer(file.pid, folder)) return file;
  if (Number.isNaN(file.pid) || processExists(file.pid)) await rm(serverFile(folder), { force: true });
  return null;
}

/** Stops the server with process id `pid` on the cluster in `folder`, which this service did not start. */
export async function shutDownForeign(pid: number, folder: string): Promise<void> {
  await shutDown((signal) => sendSignal(pid, signal), untilGone(pid, folder));
}

/** Whether there is a process with this id, a zombie included. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Asks the server on the cluster in `folder` to shut down, if it is still the one at `port`; for a process that exits. */
export function requestShutDownOfOrphan(folder: string, ofPort: number): void {
  try {
    const { pid, port } = parseServerFile(readFileSync(serverFile(folder), 'utf8'));
    if (port === ofPort) process.kill(pid, 'SIGINT');
  } catch {
    // It is gone.
  }
}

async function shutDown(send: (signal: 'SIGINT' | 'SIGQUIT') => void, ended: Promise<void>): Promise<void> {
  send('SIGINT');
  const impatience = setTimeout(() => send('SIGQUIT'), SHUTDOWN_PATIENCE);
  await ended;
  clearTimeout(impatience);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH') return;
    throw new EmbeddedDatabaseError(
      `PostgreSQL still runs from an earlier start and cannot be stopped (${code}): end process ${pid} yourself`,
    );
  }
}

async function untilGone(pid: number, folder: string): Promise<void> {
  while (await isServer(pid, folder)) await delay(POLL_INTERVAL);
}

/** A server keeps the command line that it was started with; a zombie has none. */
async function isServer(pid: number, folder: string): Promise<boolean> {
  try {
    const commandLine =
      process.platform === 'linux'
        ? (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
        : (await run('ps', ['-o', 'args=', '-p', String(pid)])).stdout;
    return commandLine.includes(`-D ${folder} `);
  } catch {
    return false;
  }
}
