import { ApiError } from './api-error.js';
import type { Client } from './client.js';
import type { OperationId, RequestOptions } from './operations.js';
import type { NextWorkResponse, WorkResponse } from './generated/types.gen.js';
import { pause } from './retry.js';
import { OPERATIONS } from './generated/operations.gen.js';

/** What an agent hands in. */
export interface Handed {
  readonly summary: string;
  readonly links?: readonly { title: string; url: string }[];
  readonly status?: string;
}

type Step = WorkResponse['plan'][number];
type SaidType = 'thought' | 'action' | 'result' | 'error';

/** A task that an agent works on. */
export interface Assignment {
  readonly work: WorkResponse;
  readonly brief: NonNullable<NextWorkResponse['brief']>;
  /** Says what it does. */
  say(text: string, type?: SaidType, data?: Record<string, unknown>): Promise<void>;
  /** Replaces what it means to do. */
  plan(steps: readonly Step[]): Promise<void>;
  /** The answer of a person, however long that takes. */
  ask(question: string, options?: readonly string[]): Promise<string>;
  /** Per cent, and what it does now. */
  progress(n: number, note?: string): void;
  /** Writes to the task, and to its subtasks, for this work. */
  readonly client: Client;
  /** Aborts when the work was stopped or lost, and when the agent ends. */
  readonly signal: AbortSignal;
}

export interface AgentOptions {
  /** Does the task. What it returns is handed in, nothing gives the task back, and an error fails it. */
  readonly handle: (assignment: Assignment) => Promise<Handed | undefined>;
  /** Only tasks that this filter lets through. */
  readonly filter?: string;
  /** Tasks at once; 1 unless given. */
  readonly concurrency?: number;
  /** How long a lease is without a heartbeat. */
  readonly leaseSeconds?: number;
  /** Ends the agent. */
  readonly signal?: AbortSignal;
}

/** An agent that ends waits for so long for a claim that is under way. */
const WAIT_S = 10;
const DEFAULT_LEASE_S = 1_800;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
/** Milliseconds between two looks for an answer. */
const ANSWER_INTERVAL_MS = 3_000;

/** The process, where there is one. */
interface Process {
  once(event: 'SIGTERM', listener: () => void): void;
  off(event: 'SIGTERM', listener: () => void): void;
}

/** Takes tasks and has them done until `signal` aborts, or the process is to end; what is not done then is released. */
export async function runAgent(client: Client, options: AgentOptions): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort(new Error('The agent ends'));
  const { process } = globalThis as { process?: Partial<Process> };
  process?.once?.('SIGTERM', end);
  options.signal?.addEventListener('abort', end, { once: true });
  if (options.signal?.aborted) end();
  try {
    const lines = Array.from({ length: options.concurrency ?? 1 }, () => takeTasks(client, options, ending.signal));
    await Promise.all(lines);
  } finally {
    process?.off?.('SIGTERM', end);
    options.signal?.removeEventListener('abort', end);
  }
}

async function takeTasks(client: Client, options: AgentOptions, ending: AbortSignal): Promise<void> {
  const { filter, leaseSeconds } = options;
  let failures = 0;
  while (!ending.aborted) {
    const body = {
      wait: WAIT_S,
      ...(filter !== undefined && { filter }),
      ...(leaseSeconds !== undefined && { leaseSeconds }),
    };
    try {
      // Not aborted: what is taken at the end is known, and given back.
      const { work, brief, limit } = await client.takeNextWork({ body });
      failures = 0;
      if (work && ending.aborted) await client.releaseWork({ path: { id: work.id }, body: {} });
      else if (work && brief) await new Attempt(client, options, { work, brief }, ending).run();
      else if (limit !== null) await pause(FIRST_DELAY_MS, ending);
    } catch (error) {
      if (ending.aborted) return;
      if (error instanceof ApiError && [401, 403].includes(error.status)) throw error;
      failures += 1;
      await pause(Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS), ending).catch(() => undefined);
    }
  }
}

/** One work, from its claim to its end. */
class Attempt {
  private readonly aborting = new AbortController();
  private readonly waiting = new Map<number, (text: string) => void>();
  private readonly id: string;
  private readonly leaseMs: number;
  private seen: number[] = [];
  private told: { progress?: number; note?: string } = {};
  private state: 'working' | 'stopped' | 'lost' | 'over' = 'working';

  constructor(
    private readonly client: Client,
    private readonly options: AgentOptions,
    private readonly taken: Pick<Assignment, 'work' | 'brief'>,
    private readonly ending: AbortSignal,
  ) {
    this.id = taken.work.id;
    this.leaseMs = (options.leaseSeconds ?? DEFAULT_LEASE_S) * 1_000;
  }

  async run(): Promise<void> {
    const over = new AbortController();
    const stop = (): void => this.aborting.abort(this.ending.reason);
    this.ending.addEventListener('abort', stop, { once: true });
    const beats = this.beat(over.signal);
    try {
      await this.finish(await this.outcome());
    } finally {
      this.ending.removeEventListener('abort', stop);
      this.state = 'over';
      over.abort();
      await beats;
    }
  }

  /** What the handler comes to; when it is aborted, it need not come to an end. */
  private async outcome(): Promise<{ handed?: Handed | undefined; error?: unknown }> {
    const { signal } = this.aborting;
    const aborted = new Promise<Record<string, never>>((resolve) => {
      signal.addEventListener('abort', () => resolve({}), { once: true });
    });
    const handled = this.options.handle(this.assignment()).then(
      (handed) => ({ handed: handed ?? undefined }),
      (error: unknown) => (signal.aborted ? {} : { error }),
    );
    return Promise.race([handled, aborted]);
  }

  private async finish({ handed, error }: { handed?: Handed | undefined; error?: unknown }): Promise<void> {
    if (this.state === 'lost') return;
    const path = { id: this.id };
    if (handed) {
      const { summary, links, status } = handed;
      const body = { summary, ...(links && { links: [...links] }), ...(status !== undefined && { status }) };
      await this.client.submitWork({ path, body });
    } else if (error !== undefined) {
      const reason = (error instanceof Error ? error.message : JSON.stringify(error)).slice(0, 500) || 'It failed';
      await this.client.failWork({ path, body: { reason } });
    } else {
      await this.client.releaseWork({ path, body: {} });
    }
  }

  /** Keeps the lease, and hears of answers and stops. */
  private async beat(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const delay = this.waiting.size > 0 ? ANSWER_INTERVAL_MS : this.leaseMs / 3;
      await pause(Math.min(delay, this.leaseMs / 3), over).catch(() => undefined);
      if (over.aborted) return;
      await this.heartbeat();
    }
  }

  private async heartbeat(): Promise<void> {
    const { seen, told } = this;
    this.told = {};
    try {
      const body = {
        ...told,
        seen,
        ...(this.options.leaseSeconds !== undefined && { leaseSeconds: this.options.leaseSeconds }),
      };
      const { answers, stopRequested } = await this.client.heartbeatWork({ path: { id: this.id }, body });
      this.seen = answers.map(({ n }) => n);
      for (const { n, text } of answers) {
        this.waiting.get(n)?.(text);
        this.waiting.delete(n);
      }
      if (stopRequested) this.abort('stopped');
    } catch (error) {
      if (error instanceof ApiError && [401, 403, 404, 409].includes(error.status)) this.abort('lost');
      else this.told = { ...told, ...this.told };
    }
  }

  private abort(state: 'stopped' | 'lost'): void {
    if (this.state !== 'working') return;
    this.state = state;
    this.aborting.abort(new Error(`The work was ${state}`));
  }

  private assignment(): Assignment {
    const path = { id: this.id };
    const { client } = this;
    return {
      ...this.taken,
      signal: this.aborting.signal,
      client: clientOf(client, this.id),
      say: async (text, type = 'action', data) => {
        await client.addWorkActivity({ path, body: { type, text, ...(data && { data }) } });
      },
      plan: async (steps) => {
        await client.replaceWorkPlan({ path, body: { steps: [...steps] } });
      },
      progress: (progress, note) => {
        this.told = {
          ...this.told,
          progress: Math.round(progress),
          ...(note !== undefined && { note: note.slice(0, 200) }),
        };
        void this.heartbeat();
      },
      ask: (question, options) => this.ask(question, options),
    };
  }

  private async ask(question: string, options?: readonly string[]): Promise<string> {
    const body = { question, ...(options && { options: [...options] }) };
    const asked = await this.client.askAboutWork({ path: { id: this.id }, body });
    const n = asked.question?.n ?? 0;
    const { signal } = this.aborting;
    const answer = new Promise<string>((resolve, reject) => {
      this.waiting.set(n, resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const over = new AbortController();
    const look = async (): Promise<void> => {
      while (!over.signal.aborted && !signal.aborted) {
        await pause(ANSWER_INTERVAL_MS, over.signal).catch(() => undefined);
        if (!over.signal.aborted) await this.heartbeat();
      }
    };
    void look();
    return answer.finally(() => over.abort());
  }
}

/** The client, whose requests name the work. */
function clientOf(client: Client, workId: string): Client {
  const methods = (Object.keys(OPERATIONS) as OperationId[]).map((id) => {
    const method = client[id] as (given?: RequestOptions<OperationId>) => unknown;
    return [
      id,
      (given: RequestOptions<OperationId> = {}) =>
        method({ ...given, headers: { 'x-work': workId, ...given.headers } }),
    ];
  });
  return { ...client, ...(Object.fromEntries(methods) as Client) };
}
