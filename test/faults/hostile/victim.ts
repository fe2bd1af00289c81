import { setTimeout as delay } from 'node:timers/promises';
import { createCompany, type TestUser } from '../../factories/company.factory.js';
import { addTasks, createProject } from '../../factories/project.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import type { Answer, Api } from '../../support/api.js';
import { Receiver } from '../../support/receiver.js';
import type { TestDatabase } from '../../support/test-database.js';

/** What a victim got, in milliseconds; requests that failed count as endless. */
export interface Experience {
  requests: number;
  p50: number;
  p99: number;
  /** Statuses other than 2xx, and `none` for no answer, each so many times. */
  failures: Record<string, number>;
  /** From a change to the first attempt of its delivery, the slowest; Infinity when one did not come. */
  slowestDelivery: number;
}

/** Requests a second, whether those before are answered or not. */
const RATE = 20;
const TASKS = 510;
/** Milliseconds that the deliveries of the last changes may take. */
const GRACE = 2_000;
const ADDRESS = { headers: { 'X-Forwarded-For': '198.51.100.7' } };

/** Somebody of another company, who works as ever: reads, writes and waits for webhooks, at a steady rate. */
export class Victim {
  /** Milliseconds from the change to the attempt. */
  private deliveries: number[] = [];
  private failures: Record<string, number> = {};
  private durations: number[] = [];
  private changes = 0;
  /** Goes on from one time of work to the next, so that every change is one. */
  private round = 0;

  private constructor(
    readonly user: TestUser,
    private readonly receiver: Receiver,
    private readonly projectId: string,
    private readonly taskIds: string[],
  ) {
    receiver.answer = (response, { body: { timestamp } }) => {
      this.deliveries.push(Date.now() - Date.parse(timestamp));
      response.writeHead(204).end();
    };
  }

  static async prepare(api: Api, database: Pick<TestDatabase, 'rows'>): Promise<Victim> {
    const { owner } = await createCompany(api);
    const { id } = await createProject(owner);
    await addTasks(database, id, TASKS);
    const rows = await database.rows<{ id: string }>('SELECT id FROM tasks WHERE project_id = $1', [id]);
    const receiver = await Receiver.start();
    await createWebhook(owner, { url: receiver.url, events: ['task.created', 'task.updated'] });
    return new Victim(
      owner,
      receiver,
      id,
      rows.map((row) => row.id),
    );
  }

  /** Works for so long, and says how it was. */
  async work(seconds: number): Promise<Experience> {
    this.begin();
    const requests: Promise<void>[] = [];
    const start = performance.now();
    for (let number = 0; number < seconds * RATE; number += 1) {
      await delay(Math.max(0, start + (number / RATE) * 1_000 - performance.now()));
      requests.push(this.measure((this.round += 1)));
    }
    await Promise.all(requests);
    for (let waited = 0; this.deliveries.length < this.changes && waited < GRACE; waited += 50) await delay(50);
    const missing = this.changes - this.deliveries.length;
    const sorted = this.durations.sort((one, other) => one - other);
    const quantile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
    return {
      requests: requests.length,
      p50: quantile(0.5),
      p99: quantile(0.99),
      failures: this.failures,
      slowestDelivery: missing > 0 ? Infinity : Math.max(...this.deliveries),
    };
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }

  private begin(): void {
    this.durations = [];
    this.deliveries = [];
    this.changes = 0;
    this.failures = {};
  }

  private async measure(number: number): Promise<void> {
    const begin = performance.now();
    const answer = await this.ask(number).catch(() => null);
    const isWell = answer !== null && answer.status < 300;
    this.durations.push(isWell ? performance.now() - begin : Infinity);
    if (isWell) return;
    const status = String(answer?.status ?? 'none');
    this.failures[status] = (this.failures[status] ?? 0) + 1;
  }

  /** What people do, in turn. */
  private async ask(number: number): Promise<Answer> {
    const { api, email, password } = this.user;
    const task = this.taskIds[number % TASKS] ?? '';
    switch (number % 10) {
      case 0:
        return number % 20 === 0 ? api.post('/login', { email, password }, ADDRESS) : api.get('/me', ADDRESS);
      case 1:
      case 5:
        return api.get(`/tasks/${task}`, ADDRESS);
      case 2:
        return this.change(api.put(`/tasks/${task}`, { estimatedHours: (number % 900) + 1 }, ADDRESS));
      case 3:
        return api.get('/projects', ADDRESS);
      case 4:
        return this.change(api.post('/tasks', { title: `Task ${number}`, projectId: this.projectId }, ADDRESS));
      case 6:
        return api.get(`/tasks?projectId=${this.projectId}&fields=tid,title,status`, ADDRESS);
      case 7:
        return api.get(`/tasks?page=1&search=task`, ADDRESS);
      case 8:
        return api.post(`/tasks/${task}/comments`, { body: 'Done soon' }, ADDRESS);
      default:
        return api.get(`/tasks?page=1&limit=50&sortBy=priority`, ADDRESS);
    }
  }

  /** A change whose event the receiver must get. */
  private async change(answer: Promise<Answer>): Promise<Answer> {
    const { status } = await answer;
    if (status < 300) this.changes += 1;
    return answer;
  }
}
