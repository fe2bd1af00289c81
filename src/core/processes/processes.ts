import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Channel, GoneProcessError } from './channel.js';
import { LostProcessError } from './lost-process-error.js';

/** Milliseconds until a process that failed to start is started again. */
const RETRY_DELAY = 1_000;
/** Milliseconds until a process whose channel is gone has ended. */
const EXIT_TIMEOUT = 5_000;
/** Milliseconds that a child has to end in: longer than it gives its own requests. */
const END_TIMEOUT = 15_000;

export interface ProcessesOptions<Started> {
  readonly count: number;
  /** The file that children run. */
  readonly file: string;
  readonly logger: Logger;
  /** Has a new child do its work; resolves when it does. */
  readonly start: (child: Channel, isFirst: boolean) => Promise<Started>;
  /** A child that was running is gone, and another one starts in its place. */
  readonly onLost: (child: Channel) => void;
}

/**
 * Children of this process that do the same and share their ports, by `node:cluster`. One that dies is replaced at once. They
 * end with this process, however it ends: Node.js ends a child whose channel is gone.
 */
export class Processes<Started> {
  /** What the first one has said of itself. */
  first!: Started;
  private readonly children = new Map<Worker, Channel>();
  private isStopping = false;
  /** Ends the start; undefined once all of them run. */
  private breakOff: ((error: LostProcessError) => void) | undefined;

  private constructor(private readonly options: ProcessesOptions<Started>) {
    cluster.setupPrimary({ exec: options.file });
  }

  /**
   * Resolves when all of them run. The first one starts alone: it makes what the others then find.
   *
   * @throws what `start` throws, or LostProcessError; nothing is left running then.
   */
  static async start<Started>(options: ProcessesOptions<Started>): Promise<Processes<Started>> {
    const processes = new Processes(options);
    const lost = new Promise<never>((_resolve, reject) => (processes.breakOff = reject));
    try {
      await Promise.race([processes.beginAll(), lost]);
    } catch (error) {
      // That a process is gone is seen a little before how it ended.
      const isGone = error instanceof GoneProcessError;
      const ending = lost.catch((reason: unknown) => reason);
      const reason: unknown = isGone ? await Promise.race([ending, delay(EXIT_TIMEOUT, error)]) : error;
      await processes.stop();
      throw reason;
    }
    processes.breakOff = undefined;
    return processes;
  }

  /** Ends them as SIGTERM does, and resolves when they are gone. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map((worker) => end(worker)));
  }

  private async beginAll(): Promise<void> {
    this.first = await this.begin(true);
    await Promise.all(Array.from({ length: this.options.count - 1 }, () => this.begin(false)));
  }

  private async begin(isFirst: boolean): Promise<Started> {
    const worker = cluster.fork();
    worker.on('error', (error) => this.options.logger.warn(`Process ${worker.process.pid}: ${error.message}`));
    const child = new Channel(worker);
    worker.once('exit', (code: number, signal: string | null) => this.onExit(worker, signal ?? `exit code ${code}`));
    const started = await this.options.start(child, isFirst);
    this.children.set(worker, child);
    return started;
  }

  private onExit(worker: Worker, reason: string): void {
    const child = this.children.get(worker);
    this.children.delete(worker);
    const pid = String(worker.process.pid);
    this.breakOff?.(new LostProcessError(`Process ${pid} ended (${reason}) before the service was ready`));
    if (!child || this.isStopping) return;
    this.options.logger.warn(`Process ${pid} ended (${reason}): another takes its place`);
    this.options.onLost(child);
    void this.replace();
  }

  private async replace(): Promise<void> {
    while (!this.isStopping) {
      try {
        await this.begin(false);
        return;
      } catch (error) {
        if (this.isStopping) return;
        this.options.logger.warn(`A process did not start and will be started again: ${(error as Error).message}`);
        await delay(RETRY_DELAY, undefined, { ref: false });
      }
    }
  }
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const gone = once(worker, 'exit');
  const deadline = setTimeout(() => worker.process.kill('SIGKILL'), END_TIMEOUT);
  worker.process.kill('SIGTERM');
  await gone;
  clearTimeout(deadline);
}
