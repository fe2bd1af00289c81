import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MOST_MEMORY_MIB, MOST_SECONDS_WITHOUT_PROGRESS } from '../reading-limits.js';
import { ImportError } from '../readers/records.js';
import {
  type OpenedShare,
  OUT_OF_MEMORY,
  type Question,
  type Reply,
  type SourceOrder,
  type StreamItems,
  type StreamOrder,
} from './messages.js';

const READER = fileURLToPath(new URL('reader.js', import.meta.url));
/** MiB of V8's heap; the rest of the limit is for what is beside it. */
const HEAP_MIB = MOST_MEMORY_MIB - 128;
/** Of a process that has ended by itself with SIGABRT. */
const ABORTED = 134;
const TOO_MUCH_MEMORY = `Reading the file takes more than ${MOST_MEMORY_MIB} MiB of memory; split it`;
const NO_PROGRESS = `Reading the file came no further for ${MOST_SECONDS_WITHOUT_PROGRESS} seconds`;

interface Asked {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/** The process beside the service that reads one file. */
export class ReadingProcess {
  private asked: Asked | undefined;
  private timer: NodeJS.Timeout | undefined;
  private streams = 0;
  private failure: Error | undefined;

  private constructor(
    private readonly child: ChildProcess,
    private readonly longestSilence: number,
  ) {
    child.on('message', (reply: Reply) => this.take(reply));
    child.once('error', (error) => this.fail(error));
    child.once('exit', (code, signal) => this.fail(reasonOf(code, signal)));
  }

  /** `longestSilence`: milliseconds without progress. */
  static start(longestSilence = MOST_SECONDS_WITHOUT_PROGRESS * 1_000): ReadingProcess {
    const options = process.execArgv.filter((option) => !option.startsWith('--inspect'));
    const child = fork(READER, [], {
      execArgv: [...options, `--max-old-space-size=${HEAP_MIB}`],
      // It gets no secret.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    return new ReadingProcess(child, longestSilence);
  }

  /** What the file has for each project. @throws ImportError when it cannot be read */
  async open(order: SourceOrder): Promise<readonly OpenedShare[]> {
    const reply = await this.ask({ kind: 'open', order });
    return reply.kind === 'opened' ? reply.shares : [];
  }

  /** From its beginning, as often as it is asked for. @throws ImportError when it cannot be read */
  async *stream<What extends keyof StreamItems>(
    of: StreamOrder & { readonly what: What },
  ): AsyncGenerator<StreamItems[What]> {
    const stream = (this.streams += 1);
    let isEnd = false;
    try {
      for (let question: Question = { kind: 'begin', stream, of }; !isEnd; question = { kind: 'next', stream }) {
        const reply = await this.ask(question);
        if (reply.kind !== 'items') break;
        ({ isEnd } = reply);
        yield* reply.items as StreamItems[What][];
      }
    } finally {
      if (!isEnd && !this.failure) await this.ask({ kind: 'close', stream });
    }
  }

  /** Resolves when the process is gone. What it is asked now ends with an error. */
  async end(): Promise<void> {
    this.fail(new Error('The reading was broken off'));
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  private ask(question: Question): Promise<Reply> {
    if (this.failure) return Promise.reject(this.failure);
    return new Promise<Reply>((resolve, reject) => {
      this.asked = { resolve, reject };
      this.watch();
      this.child.send(question, (error) => {
        if (error) this.fail(error);
      });
    });
  }

  private take(reply: Reply): void {
    if (reply.kind === 'progress') {
      if (this.asked) this.watch();
      return;
    }
    if (reply.kind === 'refused') this.fail(new ImportError(reply.reason));
    else if (reply.kind === 'broken') this.fail(new Error(reply.stack));
    else {
      clearTimeout(this.timer);
      const { asked } = this;
      this.asked = undefined;
      asked?.resolve(reply);
    }
  }

  /** Without progress it ends. */
  private watch(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.fail(new ImportError(NO_PROGRESS));
      this.child.kill('SIGKILL');
    }, this.longestSilence);
  }

  /** The first failure is the one that counts. */
  private fail(error: Error): void {
    clearTimeout(this.timer);
    this.failure ??= error;
    this.asked?.reject(this.failure);
    this.asked = undefined;
  }
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null): Error {
  const isMemory = code === OUT_OF_MEMORY || code === ABORTED || signal === 'SIGABRT';
  if (isMemory) return new ImportError(TOO_MUCH_MEMORY);
  return new Error(`The process that reads the file has ended (${signal ?? code})`);
}
