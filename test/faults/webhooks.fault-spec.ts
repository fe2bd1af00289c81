import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { Api } from '../support/api.js';
import { Receiver } from '../support/receiver.js';
import { buildService, ServiceProcess } from '../support/service-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Rounds of load that end in a crash. */
const ROUNDS = 5;
const CLIENTS = 8;
/** Milliseconds of load before a crash, at random up to that. */
const LONGEST_LOAD = 3_000;
/** Milliseconds that a client waits after a refusal; without it they alone would keep both cores busy. */
const RETRY_DELAY = 20;
/** Milliseconds: the lease of a killed worker, and some. */
const LATEST = 75_000;

const ENVIRONMENT = {
  TLS_MODE: 'proxy',
  DEMO: 'off',
  OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8',
  RATE_LIMIT_API_WRITE: '1000000',
};

let folder: string;
let receiver: Receiver;
let service: ServiceProcess;
beforeAll(buildService, 120_000);
beforeEach(async () => {
  folder = temporaryFolder();
  receiver = await Receiver.start((response) => void setTimeout(() => response.writeHead(200).end(), 20));
  service = await start();
});
afterEach(async () => {
  if (!service.hasEnded) await service.end('SIGTERM');
  await receiver.stop();
});

const start = () => new ServiceProcess(folder, ENVIRONMENT).ready();

/** A company whose webhook hears of every new task. */
class Load {
  /** Tasks that the service has acknowledged. */
  readonly acknowledged = new Set<string>();
  /** Statuses of all other answers. */
  readonly refusals = new Set<number>();
  private isOver = false;

  private constructor(
    private readonly token: string,
    private readonly projectId: string,
  ) {}

  static async prepare(): Promise<Load> {
    const input = { companyName: 'x', name: 'x', email: 'owner@example.com', password: 'long enough' };
    const { token } = (await service.api.post<{ token: string }>('/register', input)).body;
    const api = service.api.as(token);
    const project = await api.post<{ id: string }>('/projects', { name: 'Project' });
    await api.post('/webhooks', { url: receiver.url, events: ['task.created'], secret: 's' });
    return new Load(token, project.body.id);
  }

  get api(): Api {
    return service.api.as(this.token);
  }

  /** Makes tasks with several clients until `fault` is done. */
  async during(fault: () => Promise<unknown>): Promise<void> {
    this.isOver = false;
    const clients = Array.from({ length: CLIENTS }, () => this.make(this.api));
    await fault();
    this.isOver = true;
    await Promise.all(clients);
  }

  private async make(api: Api): Promise<void> {
    while (!this.isOver) {
      try {
        const { status, body } = await api.post<{ id: string }>('/tasks', { title: 'Task', projectId: this.projectId });
        if (status === 201) this.acknowledged.add(body.id);
        else {
          this.refusals.add(status);
          await delay(RETRY_DELAY);
        }
      } catch {
        // The service has been killed: no answer, no promise.
        await delay(RETRY_DELAY);
      }
    }
  }
}

/** Every acknowledged change has its event, every event has arrived, and at most so many have done so twice. */
async function expectNothingLost(load: Load, mostTwice: number): Promise<void> {
  const database = await service.connect();
  await eventually(
    'the queue is empty',
    async () => (await database.query(`SELECT FROM webhook_deliveries WHERE status = 'pending'`)).rowCount === 0,
    LATEST,
  );
  const { rows: undelivered } = await database.query(`SELECT 1 FROM webhook_deliveries WHERE status <> 'delivered'`);
  const { rows: missing } = await database.query(
    `SELECT 1 FROM tasks t WHERE NOT EXISTS (
        SELECT 1 FROM events e WHERE e.company_id = t.company_id AND e.data ->> 'id' = t.id::text AND e.name = 'task.created')`,
  );
  const { rows: invented } = await database.query(
    `SELECT 1 FROM events e WHERE e.name = 'task.created' AND NOT EXISTS (
        SELECT 1 FROM tasks t WHERE t.company_id = e.company_id AND t.id::text = e.data ->> 'id')`,
  );
  await database.end();
  expect([undelivered, missing, invented]).toEqual([[], [], []]);
  const arrived = new Set(receiver.requests.map(({ body }) => body.data['id'] as string));
  expect([...load.acknowledged].filter((id) => !arrived.has(id))).toEqual([]);
  expect(receiver.mostAtOnce).toBe(1);
  expect(receiver.requests.length - arrived.size).toBeLessThanOrEqual(mostTwice);
}

it('loses no acknowledged change when the service is killed again and again', async () => {
  const load = await Load.prepare();
  let underWay = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await load.during(async () => {
      await delay(Math.random() * LONGEST_LOAD);
      await service.end('SIGKILL');
    });
    service = await start();
    const database = await service.connect();
    const { rows } = await database.query<{ count: string }>(
      'SELECT count(*) FROM webhook_deliveries WHERE claim_id IS NOT NULL',
    );
    await database.end();
    underWay += Number(rows[0]?.count);
  }
  expect(load.acknowledged.size).toBeGreaterThan(100);
  await expectNothingLost(load, underWay);
});

it('answers 503 while PostgreSQL is gone, recovers, and loses nothing', async () => {
  const load = await Load.prepare();
  await load.during(async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await delay(Math.random() * LONGEST_LOAD);
      const pid = service.databasePid!;
      process.kill(pid, 'SIGKILL');
      await eventually(
        'PostgreSQL is back',
        async () => {
          return service.databasePid !== pid && (await load.api.get('/me')).status === 200;
        },
        60_000,
      );
    }
  });
  expect([...load.refusals].filter((status) => status !== 503)).toEqual([]);
  await expectNothingLost(load, 0);
});
