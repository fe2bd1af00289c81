import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { runImport } from '../../src/cli/import/import-command.js';

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

type Task = Record<string, unknown> & { title: string };

const TOKEN = 'token-of-a-user';

/** The part of the API that the import calls, over real sockets, with faults that the service cannot be made to have. */
class FakeService {
  readonly projects: { id: string; name: string; key: string }[] = [];
  readonly tasks: Task[] = [];
  readonly requests: { at: number; method: string; path: string }[] = [];
  mostInFlight = 0;
  /** Answers instead of the service, or breaks the connection; 'after' does so once the task is made. */
  fault: (task: Task) => Answer | 'break before' | 'break after' | undefined = () => undefined;
  private inFlight = 0;
  private readonly server: Server;

  constructor(keyPair?: { cert: string; key: string }) {
    const listener = (request: IncomingMessage, response: ServerResponse) => void this.serve(request, response);
    this.server = keyPair ? createTlsServer(keyPair, listener) : createServer(listener);
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

  get port(): number {
    return (this.server.address() as AddressInfo).port;
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
    await sleep(2);
    this.inFlight--;
    const answer =
      request.headers.authorization === `Bearer ${TOKEN}`
        ? this.answer(`${request.method ?? ''} ${pathname}`, searchParams, body)
        : { status: 401, body: { error: 'Invalid or expired token' } };
    if (!answer) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  }

  private answer(route: string, query: URLSearchParams, body: string): Answer | undefined {
    switch (route) {
      case 'GET /api/projects': {
        const search = query.get('search') ?? '';
        return { status: 200, body: this.projects.filter(({ name, key }) => (name + key).includes(search)) };
      }
      case 'POST /api/projects': {
        const project = { id: `id-of-${String(JSON.parse(body).key)}`, ...JSON.parse(body) };
        this.projects.push(project);
        return { status: 201, body: project };
      }
      case 'GET /api/tasks': {
        expect(query.get('fields')).toBe('title');
        const ofProject = this.tasks.filter(({ projectId }) => projectId === query.get('projectId'));
        return { status: 200, body: ofProject.map(({ title }) => ({ title })) };
      }
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
    if (!task.title) return invalid({ title: 'Required' });
    if (task.title.length > 500) return invalid({ title: 'Must be at most 500 characters' });
    this.tasks.push(task);
    return fault === 'break after' ? undefined : { status: 201, body: task };
  }
}

function invalid(details: Record<string, string>): Answer {
  const error = { code: 'VALIDATION_ERROR', message: 'The request is not valid; see details', details };
  return { status: 400, body: { success: false, error } };
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

describe('npm run import', () => {
  let folder: string;
  let service: FakeService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-'));
  });

  beforeEach(async () => {
    service = new FakeService();
    await service.start();
  });

  afterEach(() => service.stop());

  afterAll(() => rm(folder, { recursive: true }));

  async function run(content: string, options: string[] = [], terminal = false) {
    const path = join(folder, 'tasks.csv');
    await writeFile(path, content);
    const url = ['--url', `http://127.0.0.1:${service.port}/api`];
    return runCommand([...url, '--token', TOKEN, '--project', 'MESOS', ...options, path], terminal);
  }

  async function runCommand(commandLine: string[], terminal = false) {
    const stdout = new PassThrough();
    const stderr = Object.assign(new PassThrough(), { isTTY: terminal });
    const exitCode = await runImport(commandLine, { stdout, stderr }, 1);
    return { exitCode, stdout: await text(stdout.end()), stderr: await text(stderr.end()) };
  }

  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Task ${index + 1}`);
  const csv = (titles: string[]) => ['title', ...titles].join('\n');

  it('makes the project and its tasks, and can be run again', async () => {
    const content =
      'issuekey,title,description,storypoint\nM-1,First,"Two\nlines",2.5\nM-2, Second ,,\nM-3,First,again,1\n';
    const result = await run(content);
    expect(result).toMatchObject({
      exitCode: 0,
      stdout: '3 rows: 3 made, 0 skipped (already in the project), 0 refused\n',
    });
    expect(result.stderr).toContain('Warning: columns not imported: issuekey\n');
    expect(service.projects).toEqual([{ id: 'id-of-MESOS', name: 'MESOS', key: 'MESOS' }]);
    expect(service.tasks).toHaveLength(3);
    expect(service.tasks).toEqual(
      expect.arrayContaining([
        { title: 'First', description: 'Two\nlines', estimatedHours: 2.5, projectId: 'id-of-MESOS' },
        { title: 'Second', projectId: 'id-of-MESOS' },
        { title: 'First', description: 'again', estimatedHours: 1, projectId: 'id-of-MESOS' },
      ]),
    );

    const again = await run(content);
    expect(again.stdout).toBe('3 rows: 0 made, 3 skipped (already in the project), 0 refused\n');
    expect(service.projects).toHaveLength(1);
    expect(service.posts()).toBe(3);
  });

  it('finds the project by its exact key', async () => {
    service.projects.push({ id: 'other', name: 'About MESOS', key: 'MESOS2' }, { id: 'it', name: 'It', key: 'MESOS' });
    await run(csv(['a']));
    expect(service.tasks).toEqual([{ title: 'a', projectId: 'it' }]);
  });

  it('skips as many rows of a title as the project had tasks of it', async () => {
    service.projects.push({ id: 'it', name: 'It', key: 'MESOS' });
    service.tasks.push(
      { title: 'a', projectId: 'it' },
      { title: 'a', projectId: 'it' },
      { title: 'b', projectId: 'it' },
      { title: 'c', projectId: 'another' },
    );
    const { stdout } = await run('title,description\na,1\nb,1\na,2\nc,1\nb,2\na,3\na,4\n');
    expect(stdout).toBe('7 rows: 4 made, 3 skipped (already in the project), 0 refused\n');
    const made = service.tasks.slice(4).map(({ title, description }) => `${title} ${String(description)}`);
    expect(made.sort()).toEqual(['a 3', 'a 4', 'b 2', 'c 1']);
  });

  it('names the rows that are refused, by line and reason', async () => {
    const content = `title,estimatedHours\ngood,1\n"${'x'.repeat(501)}",1\n,3\n"two\nlines",x\nshort\nalso good,2\n`;
    const { exitCode, stdout } = await run(content);
    expect(exitCode).toBe(1);
    expect(stdout.split('\n')).toEqual([
      '6 rows: 2 made, 0 skipped (already in the project), 4 refused',
      'line 3: title: Must be at most 500 characters',
      'line 4: title: Required',
      'line 5: estimatedHours: "x" is not a number',
      'line 7: Has 1 cells, not 2',
      '',
    ]);
    expect(service.titles().sort()).toEqual(['also good', 'good']);
  });

  it('has several requests in flight, as many as it is told', async () => {
    await run(csv(numbered(50)));
    expect(service.mostInFlight).toBe(8);
    service.mostInFlight = 0;
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
    // Some milliseconds for what was on its way when the answer arrived.
    const during = service.requests.filter(({ at }) => at > refusedAt + 50 && at < refusedAt + 950);
    expect(during).toEqual([]);
  });

  it.each(['break before', 'break after'] as const)('makes each task once though connections %s it', async (fault) => {
    const breaks = first(3);
    service.fault = ({ title }) => (/0$/.test(title) && breaks() ? fault : undefined);
    const titles = [...numbered(50), ...numbered(50)];
    const { exitCode, stdout } = await run(csv(titles));
    expect(stdout).toBe('100 rows: 100 made, 0 skipped (already in the project), 0 refused\n');
    expect(exitCode).toBe(0);
    expect(service.titles().sort()).toEqual(titles.sort());
  });

  it('goes on once the service is available again', async () => {
    const fails = first(20);
    service.fault = () => (fails() ? unavailable : undefined);
    const { exitCode } = await run(csv(numbered(30)));
    expect(exitCode).toBe(0);
    expect(service.titles().sort()).toEqual(numbered(30).sort());
  });

  it('makes the others though a row breaks the connection each time, and names that one', async () => {
    service.fault = ({ title }) => (title === 'Task 5' ? 'break before' : undefined);
    const { exitCode, stdout } = await run(csv(numbered(30)));
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(
      /^30 rows: 29 made, 0 skipped .*, 1 refused\nline 6: Outcome unknown, run again: No answer /,
    );
  });

  it('stops when the service does not come back, and says what is unknown', async () => {
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

  it('refuses wrong credentials and a wrong address with one line', async () => {
    const wrongToken = await run(csv(['a']), ['--token', 'wrong']);
    expect(wrongToken.exitCode).toBe(2);
    expect(wrongToken.stderr).toContain('Import failed: Invalid or expired token\n');
    const wrongPath = await run(csv(['a']), ['--url', `http://127.0.0.1:${service.port}`]);
    expect(wrongPath.exitCode).toBe(2);
    expect(wrongPath.stderr).toContain('Import failed: Path not found\n');
    const wrongPort = await run(csv(['a']), ['--url', 'http://127.0.0.1:1/api']);
    expect(wrongPort.exitCode).toBe(2);
    expect(wrongPort.stderr).toMatch(/Import failed: No answer from http:\/\/127.0.0.1:1\/api: .*ECONNREFUSED/);
  });

  it.each([
    ['--url', ['--token', 't', '--project', 'P', 'file.csv']],
    ['file', ['--url', 'https://localhost/api', '--token', 't', '--project', 'P']],
    ['URL', ['--url', 'localhost', '--token', 't', '--project', 'P', 'file.csv']],
    [
      '1 to 100',
      ['--url', 'https://localhost/api', '--token', 't', '--project', 'P', '--concurrency', '0', 'file.csv'],
    ],
    ['no such file', ['--url', 'https://localhost/api', '--token', 't', '--project', 'P', '/nowhere.csv']],
  ])('explains wrong usage (%s)', async (word, commandLine) => {
    const { exitCode, stderr } = await runCommand(commandLine);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(word);
  });

  it('shows its usage', async () => {
    const { exitCode, stdout } = await runCommand(['--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/--url.*--token.*--project.*--insecure/s);
  });

  it('draws a bar on a terminal and prints plain lines elsewhere', async () => {
    const elsewhere = await run(csv(numbered(20)));
    expect(
      elsewhere.stderr
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['0% 0/20 rows', '100% 20/20 rows']);
    const onTerminal = await run(csv(numbered(20)), [], true);
    expect(onTerminal.stderr).toContain(`[${'='.repeat(30)}] 100% 20/20 rows`);
    expect(onTerminal.stderr).toContain('\x1B');
  });

  it('accepts a self-signed certificate only with --insecure', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' });
    await service.stop();
    service = new FakeService({ cert, key });
    await service.start();
    const url = ['--url', `https://127.0.0.1:${service.port}/api/`];
    const refused = await run(csv(['a']), url);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toMatch(/self-signed certificate.* \(--insecure accepts a self-signed certificate\)/);
    expect((await run(csv(['a']), [...url, '--insecure'])).exitCode).toBe(0);
    expect(service.titles()).toEqual(['a']);
  });
});
