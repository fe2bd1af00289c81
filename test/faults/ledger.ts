import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { Api, type RequestOptions } from '../support/api.js';

/** What one client knows of a task of its own: nobody else writes to it. */
interface OwnTask {
  id: string;
  /** Number of the last change that was acknowledged, and of the last that was sent. */
  acknowledged: number;
  sent: number;
}

/** What became of the requests of a scenario. */
export interface LedgerReport {
  acknowledged: number;
  /** Answers by status, and requests without one (`none`). */
  statuses: Record<string, number>;
  /** Milliseconds. */
  longestRequest: number;
  lostWrites: number;
  lostEvents: number;
  /** Tasks that nobody was told of, such as a second one for a repeated creation. */
  unknownTasks: number;
}

const CLIENTS = 6;
/** Milliseconds between two tries of a client that got no answer. */
const PAUSE = 20;
const PASSWORD = 'correct horse battery';

/**
 * Clients that write without rest, whatever happens to the service, and keep account of every 2xx they got: what was
 * acknowledged must be there afterwards, with its event. They repeat a creation with its key until it is acknowledged.
 */
export class Ledger {
  readonly tasks: OwnTask[] = [];
  private readonly statuses: Record<string, number> = {};
  private longestRequest = 0;
  private acknowledged = 0;
  private isOver = false;
  private clients: Promise<void>[] = [];

  private constructor(
    /** Where the service is now: another port after each start. */
    private readonly api: () => Api,
    private readonly token: string,
    private readonly projectId: string,
  ) {}

  static async open(api: () => Api): Promise<Ledger> {
    const { token } = await created<{ token: string }>(api(), '/register', {
      companyName: 'Ledger',
      name: 'Owner',
      email: `owner-${Date.now()}@example.com`,
      password: PASSWORD,
    });
    const { id } = await created<{ id: string }>(api().as(token), '/projects', { name: 'Ledger' });
    return new Ledger(api, token, id);
  }

  /** Lets the clients write until `fault` is through. */
  async during(fault: () => Promise<void>): Promise<void> {
    this.isOver = false;
    this.clients = Array.from({ length: CLIENTS }, () => this.write());
    try {
      await fault();
    } finally {
      this.isOver = true;
      await Promise.all(this.clients);
    }
  }

  /** Resolves to the milliseconds until a read and a write succeed. */
  async recovery(): Promise<number> {
    const begin = performance.now();
    for (;;) {
      const read = await this.send('GET', `/projects/${this.projectId}`);
      if (read?.status === 200) break;
      await delay(PAUSE);
    }
    await this.create();
    return performance.now() - begin;
  }

  /** Compares what was acknowledged with what the database holds. */
  async report(database: Client): Promise<LedgerReport> {
    const { rows } = await database.query<{ id: string; title: string; created: number; updated: number }>(
      `SELECT t.id, t.title, count(*) FILTER (WHERE e.name = 'task.created')::integer AS created,
          count(*) FILTER (WHERE e.name = 'task.updated')::integer AS updated
        FROM tasks t LEFT JOIN events e ON e.company_id = t.company_id AND e.data ->> 'id' = t.id::text
        WHERE t.project_id = $1 GROUP BY t.company_id, t.id`,
      [this.projectId],
    );
    const stored = new Map(rows.map((row) => [row.id, { ...row, change: Number(row.title) }]));
    let lostWrites = 0;
    let lostEvents = 0;
    for (const { id, acknowledged, sent } of this.tasks) {
      const task = stored.get(id);
      if (!task || task.change < acknowledged || task.change > sent) lostWrites += 1;
      else if (task.created !== 1 || task.updated !== task.change) lostEvents += 1;
    }
    const known = new Set(this.tasks.map(({ id }) => id));
    const unknownTasks = rows.filter(({ id }) => !known.has(id)).length;
    const { acknowledged, statuses, longestRequest } = this;
    return { acknowledged, statuses, longestRequest, lostWrites, lostEvents, unknownTasks };
  }

  private async write(): Promise<void> {
    while (!this.isOver) {
      // At once, since these share a transaction.
      const [task] = await Promise.all([this.create(), this.create(), this.create()]);
      for (let change = 0; change < 5 && !this.isOver; change += 1) {
        // Only after an answer is it certain which change comes next.
        if (!(await this.change(task))) break;
      }
    }
  }

  private async create(): Promise<OwnTask> {
    const input = { title: '0', projectId: this.projectId };
    const headers = { 'Idempotency-Key': randomUUID() };
    for (;;) {
      const answer = await this.send('POST', '/tasks', input, { headers });
      if (answer?.status === 201) {
        const task = { id: (answer.body as { id: string }).id, acknowledged: 0, sent: 0 };
        this.tasks.push(task);
        this.acknowledged += 1;
        return task;
      }
      const { status = 503 } = answer ?? {};
      // 409: the transaction of a killed service still holds the key.
      if (status < 500 && status !== 409) throw new Error(`A creation is refused: ${status}`);
      await delay(PAUSE);
    }
  }

  private async change(task: OwnTask): Promise<boolean> {
    task.sent += 1;
    const answer = await this.send('PUT', `/tasks/${task.id}`, { title: String(task.sent) });
    if (answer?.status !== 200) return false;
    task.acknowledged = task.sent;
    this.acknowledged += 1;
    return true;
  }

  private async send(
    method: string,
    path: string,
    body?: object,
    options?: RequestOptions,
  ): Promise<{ status: number; body: unknown } | null> {
    const begin = performance.now();
    const answer = await this.api()
      .as(this.token)
      .send(method, path, body, options)
      .catch(() => null);
    this.longestRequest = Math.max(this.longestRequest, performance.now() - begin);
    const status = String(answer?.status ?? 'none');
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    return answer;
  }
}

async function created<Body>(api: Api, path: string, input: object): Promise<Body> {
  const { status, body } = await api.post<Body>(path, input);
  if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}
