import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { importContent } from '../../support/import-run.js';

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

type Task = Record<string, unknown> & { title: string };

const PROJECT = { id: 'id-of-MESOS', key: 'MESOS' };

/** The part of the API that the import calls, over real sockets, with faults that the service cannot be made to have. */
class FakeService {
  readonly tasks: Task[] = [];
  readonly requests: { at: number; method: string; path: string }[] = [];
  mostInFlight = 0;
  /** How many requests in flight to wait for. */
  expectedInFlight = 0;
  /** Answers instead of the service, or breaks the connection; 'after' does so once the task is made. */
  fault: (task: Task) => Answer | 'break before' | 'break after' | undefined = () => undefined;
  private inFlight = 0;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api`;
  }

  titles(): string[] {
    return this.tasks.map(({ title }) => title);
  }

  posts(): number {
    return this.requests.filter(({ method, path }) => method === 'POST' && path === '/api/tasks').length;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    this.requests.push({ at: performance.now(), method: request.method ?? '', path: pathname });
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    const body = await text(request);
    if (request.method === 'POST') await this.othersAreInFlight();
    await sleep(2);
    this.inFlight--;
    const answer = this.answer(`${request.method ?? ''} ${pathname}`, searchParams, body);
    if (!answer) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  }

  /** Waits, once in all, until as many are in flight as are expected; not for ever, since more may never come. */
  private async othersAreInFlight(): Promise<void> {
    const end = performance.now() + 5_000;
    while (this.mostInFlight < this.expectedInFlight && performance.now() < end) await sleep(1);
  }

  private answer(route: string, query: URLSearchParams, body: string): Answer | undefined {
    switch (route) {
      case 'GET /api/projects':
        return { status: 200, body: [PROJECT] };
      case 'GET /api/tasks':
        expect(Object.fromEntries(query)).toEqual({ projectId: PROJECT.id, fields: 'title' });
        return { status: 200, body: this.tasks.map(({ title }) => ({ title })) };
      case 'POST /api/tasks':
        return this.createTask(JSON.parse(body));
      default:
        return { status: 404, body: { success: false, error: { code: 'NOT_FOUND', message: 'Path not found' } } };
    }
  }

  private createTask(task: Task): Answer | undefined {
    const fault = this.fault(task);
    if (fault === 'break before') return undefined;
    if (typeof fault === 'object') return fault;
    this.tasks.push(task);
    return fault === 'break after' ? undefined : { status: 201, body: task };
  }
}

const unavailable: Answer = {
  status: 503,
  body: { success: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'The database cannot be reached' } },
};

const tooManyRequests: Answer = {
  status: 429,
  body: { success: false, error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests' } },
  headers: { 'Retry-After': '1' },
};

/** True the first `times` times. */
function first(times: number): () => boolean {
  return () => times-- > 0;
}

describe('npm run import, on a service with faults', () => {
  let service: FakeService;

  beforeEach(async () => {
    service = new FakeService();
    await service.start();
  });

  afterEach(() => service.stop());

  const run = (content: string, options: string[] = []) =>
    importContent(content, ['--url', service.url, '--token', 'any', '--project', PROJECT.key, ...options]);
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Task ${index + 1}`);
  const csv = (titles: string[]) => ['title', ...titles].join('\n');

  it('has as many requests in flight as --concurrency says', async () => {
    service.expectedInFlight = 8;
    await run(csv(numbered(50)));
    expect(service.mostInFlight).toBe(8);
    service.mostInFlight = 0;
    service.expectedInFlight = 3;
    await run(csv(numbered(100)), ['--concurrency', '3']);
    expect(service.mostInFlight).toBe(3);
  });

  it('waits as a whole for as long as a 429 asks', async () => {
    const refuses = first(1);
    let refusedAt = 0;
    service.fault = ({ title }) => {
      if (title !== 'Task 20' || !refuses()) return undefined;
      refusedAt = performance.now();
      return tooManyRequests;
    };
    const { exitCode, stdout } = await run(csv(numbered(60)));
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining('60 made') });
    expect(service.titles().sort()).toEqual(numbered(60).sort());
    const during = service.requests.filter(({ at }) => at > refusedAt && at < refusedAt + 950);
    // What was on its way when the answer arrived, and at most one more of each: 40 rows are left.
    expect(during.length).toBeLessThan(2 * 8);
  });

  it.each(['break before', 'break after'] as const)(
    'creates each task once although connections %s it',
    async (fault) => {
      const breaks = first(3);
      service.fault = ({ title }) => (/0$/.test(title) && breaks() ? fault : undefined);
      const titles = [...numbered(50), ...numbered(50)];
      const { exitCode, stdout } = await run(csv(titles));
      expect(stdout).toBe('100 rows: 100 made, 0 skipped (already in the project), 0 refused\n');
      expect(exitCode).toBe(0);
      expect(service.titles().sort()).toEqual(titles.sort());
    },
  );

  it('goes on once the service is available again', async () => {
    const fails = first(20);
    service.fault = () => (fails() ? unavailable : undefined);
    const { exitCode } = await run(csv(numbered(30)));
    expect(exitCode).toBe(0);
    expect(service.titles().sort()).toEqual(numbered(30).sort());
  });

  it('creates the other rows although one row always breaks the connection, and names that row', async () => {
    service.fault = ({ title }) => (title === 'Task 5' ? 'break before' : undefined);
    const { exitCode, stdout } = await run(csv(numbered(30)));
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(
      /^30 rows: 29 made, 0 skipped .*, 1 refused\nline 6: Outcome unknown, run again: No answer /,
    );
  });

  it('stops when the service does not come back, and names the rows with an unknown outcome', async () => {
    let stopped: Promise<void> | undefined;
    service.fault = ({ title }) => {
      if (title !== 'Task 11') return undefined;
      stopped = service.stop();
      return 'break after';
    };
    const { exitCode, stdout, stderr } = await run(csv(numbered(30)), ['--concurrency', '1']);
    await stopped;
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(
      /^30 rows: 10 made, 0 skipped .*, 1 refused\nline 12: Outcome unknown, run again: .*\n19 rows were not made/,
    );
    expect(stderr).toMatch(/Import stopped: No answer from .*ECONNREFUSED/);
    await service.start();
  });

  it.each([
    [401, 'Invalid or expired token'],
    [403, 'Insufficient permissions for this resource'],
    [409, 'The project is archived'],
  ])('stops at a %d', async (status, message) => {
    service.fault = ({ title }) => (title === 'Task 6' ? { status, body: { error: message } } : undefined);
    const { exitCode, stdout, stderr } = await run(csv(numbered(500)));
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`Import stopped: ${message}\n`);
    expect(stdout).toMatch(
      /^500 rows: \d+ made, .*, 0 refused\n4\d\d rows were not made: run the import again to go on/,
    );
    expect(service.posts()).toBeLessThan(30);
  });
});
