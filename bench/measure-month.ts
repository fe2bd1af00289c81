import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../test/support/free-port.js';
import type { ServerProcess } from './server-process.js';
import { absolute, type Measurement } from './table.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WORKING_DAYS = 19;
/** Milliseconds; more than the working days last. */
const MONTH_LENGTH = 31 * DAY;
/** Most that all colleagues say to people in the month, digests apart, and to one person a day. */
const MOST_SAID = 60;
const MOST_A_DAY = 3;

const PEOPLE = ['owner', 'admin', 'member'] as const;
const MONTH_PASSWORD = 'a month with colleagues';
const MONTH_URL = 'https://projects.example.com';

interface Colleague {
  id: string;
  name: string;
  role: string;
}

interface Action {
  scanId: string;
  type: string;
  rule: string;
  taskId: string | null;
  userId: string | null;
  message: string;
  status: string;
  createdAt: string;
}

interface Task {
  id: string;
  tid: string;
  status: string;
  dueDate: string | null;
  projectId: string;
  assigneeId: string | null;
}

type StartService = (environment: Record<string, string>, preload?: string) => Promise<ServerProcess>;

interface Given {
  readonly service: ServerProcess;
  readonly setClock: (moment: number) => Promise<void>;
}

/** What the colleagues of the demo company say in a month beside a team that does a task a day. */
export async function measureMonth(start: StartService): Promise<Measurement[]> {
  const chat = await Chat.start();
  try {
    return await new Month(await begun(start), chat).play();
  } finally {
    chat.stop();
  }
}

/** The service with the demo company, and with a clock that can be set. */
async function begun(start: StartService): Promise<Given> {
  const clockPort = String(await freePort());
  const environment = {
    DATABASE_URL: '',
    DEMO: 'on',
    DEMO_PASSWORD: MONTH_PASSWORD,
    PUBLIC_URL: MONTH_URL,
    OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8',
    PROCESS_ROLES: 'api',
    CLOCK_PORT: clockPort,
  };
  await (await start(environment)).stop();
  // The second start makes partitions for all days that are measured.
  const service = await start({ ...environment, CLOCK_AHEAD: String(MONTH_LENGTH) }, 'set-clock.ts');
  const setClock = async (moment: number) => {
    await fetch(`http://127.0.0.1:${clockPort}/${moment}`);
  };
  await setClock(Date.now());
  return { service, setClock };
}

class Month {
  private readonly service: ServerProcess;
  private readonly setClock: (moment: number) => Promise<void>;
  private readonly chat: Chat;
  private readonly keys = new Map<string, string>();
  private readonly random = seeded(45);
  private runs = 0;
  private since = 0;
  private now = 0;
  /** Who signs in, by id. */
  private readonly people = new Map<string, string>();

  constructor({ service, setClock }: Given, chat: Chat) {
    this.service = service;
    this.setClock = setClock;
    this.chat = chat;
  }

  async play(): Promise<Measurement[]> {
    for (const person of PEOPLE) await this.signIn(person);
    const colleagues = await this.prepare();
    for (const [index, morning] of workingDays(Date.now()).entries()) {
      this.now = morning;
      await this.setClock(morning);
      this.chat.write(`\n== Day ${index + 1}, ${new Date(morning).toUTCString().slice(0, 16)} ==\n`);
      for (const { id } of colleagues) {
        await this.call('owner', 'POST', `/virtual-colleagues/${id}/scan`);
        this.runs += 1;
      }
      await this.setClock(morning + 3 * HOUR);
      await this.work(index);
    }
    const actions: Action[] = [];
    for (const { id } of colleagues) {
      for (let page = 1; ; page += 1) {
        const path = `/virtual-colleagues/${id}/activity?page=${page}&limit=200`;
        const { data } = await this.call<{ data: Action[] }>('owner', 'GET', path);
        actions.push(...data.filter(({ scanId }) => scanId !== undefined));
        if (data.length < 200) break;
      }
    }
    if (process.env['MONTH_FILE']) writeFileSync(process.env['MONTH_FILE'], this.chat.text);
    return this.measurements(
      actions.filter(({ createdAt, status }) => status === 'sent' && Date.parse(createdAt) >= this.since),
    );
  }

  private async prepare(): Promise<Colleague[]> {
    this.since = workingDays(Date.now())[0] ?? 0;
    const all = await this.call<Colleague[]>('owner', 'GET', '/virtual-colleagues');
    const projects = await this.call<{ id: string; key: string }[]>('owner', 'GET', '/projects');
    const named = projects.filter(({ key }) => ['WEB', 'APP'].includes(key)).map(({ id }) => id);
    for (const { id, role } of all) {
      await this.call('owner', 'PUT', `/virtual-colleagues/${id}`, {
        active: true,
        notifications: { chat: { webhookUrl: this.chat.url }, inbox: true },
        settings: { limits: { perPersonPerDay: MOST_A_DAY } },
        ...(role === 'customer' && { projectIds: named }),
      });
    }
    return all;
  }

  /**
   * The team finishes the task that is due first, makes one, comments on two and moves the date that is due next. Who has a
   * task does it; what nobody has is the owner's.
   */
  private async work(day: number): Promise<void> {
    const tasks = (await this.call<Task[]>('owner', 'GET', '/tasks')).filter(({ status }) => status !== 'Done');
    const own = tasks.filter(({ assigneeId }) => assigneeId === null || this.people.has(assigneeId));
    const one = <Thing>(things: readonly Thing[]) => things[Math.floor(this.random() * things.length)] as Thing;
    const assigneeOf = ({ assigneeId }: Task) => this.people.get(assigneeId ?? '') ?? 'owner';
    const dayAfter = (days: number) => `${new Date(this.now + days * DAY).toISOString().slice(0, 10)}T00:00:00.000Z`;
    const dated = own.filter(({ dueDate }) => dueDate !== null);
    const [finished, late] = dated.toSorted((a, b) => Date.parse(a.dueDate ?? '') - Date.parse(b.dueDate ?? ''));
    if (finished) await this.call(assigneeOf(finished), 'PUT', `/tasks/${finished.id}`, { status: 'Done' });
    const [assigneeId, maker] = one([...this.people]);
    await this.call(maker, 'POST', '/tasks', {
      title: `Task of day ${day + 1}`,
      projectId: one(tasks).projectId,
      assigneeId,
    });
    const others = own.filter(({ id }) => id !== finished?.id);
    for (let count = 0; count < 2; count += 1) {
      const task = one(others);
      await this.call(assigneeOf(task), 'POST', `/tasks/${task.id}/comments`, { body: 'Half done, ready on Friday' });
    }
    if (late) await this.call(assigneeOf(late), 'PUT', `/tasks/${late.id}`, { dueDate: dayAfter(7) });
  }

  private measurements(actions: readonly Action[]): Measurement[] {
    const toPeople = actions.filter(({ userId, rule }) => userId !== null && rule !== 'digest');
    const asking = toPeople.filter(({ type }) => type === 'chase' || type === 'reminder');
    const most = (keys: readonly string[]) =>
      Math.max(0, ...[...Map.groupBy(keys, (key) => key).values()].map(({ length }) => length));
    const dayOf = ({ createdAt }: Action) => createdAt.slice(0, 10);
    const told = toPeople
      .filter(({ type, taskId }) => type !== 'report' && taskId !== null)
      .map((action) => `${action.taskId} ${action.userId} ${dayOf(action)}`);
    const ofNobody = actions.filter(({ userId, message }) => userId === null && /\?|\byou\b/i.test(message));
    const unlinked = this.chat.lines.filter((line) => /\b(WEB|APP|MOVE)-\d+ "/.test(line));
    const digests = actions.filter(({ rule }) => rule === 'digest').length;
    return [
      absolute('month of six colleagues, said to people besides digests', toPeople.length, '', { most: MOST_SAID }),
      absolute('… of one task to one person on a day', most(told), '', { most: 1 }),
      absolute('… questions to nobody', ofNobody.length, '', { most: 0 }),
      absolute('… lines about tasks without a link', unlinked.length, '', { most: 0 }),
      absolute(
        '… chases and reminders to one person on a day',
        most(asking.map((action) => `${action.userId} ${dayOf(action)}`)),
        '',
        { most: MOST_A_DAY },
      ),
      absolute('… runs without a digest', this.runs - digests, '', { most: 0 }),
    ];
  }

  /** With a key: a token does not last a month. */
  private async signIn(person: string): Promise<void> {
    const login = { email: `${person}@demo.test`, password: MONTH_PASSWORD };
    const { token } = await this.call<{ token: string }>(undefined, 'POST', '/login', login);
    this.keys.set(person, token);
    this.people.set((await this.call<{ id: string }>(person, 'GET', '/me')).id, person);
    this.keys.set(person, (await this.call<{ key: string }>(person, 'POST', '/api-keys', { name: 'Month' })).key);
  }

  private async call<T>(person: string | undefined, method: string, path: string, body?: object): Promise<T> {
    const { origin, basePath, headers } = this.service;
    const key = person === undefined ? undefined : this.keys.get(person);
    const response = await fetch(`${origin}${basePath}${path}`, {
      method,
      headers: {
        ...headers,
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}

/** A chat that keeps what it is told. */
class Chat {
  text = '';
  readonly lines: string[] = [];
  private readonly server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.once('end', () => {
      const { text } = JSON.parse(body) as { text: string };
      this.lines.push(...text.split('\n'));
      this.write(`${text}\n`);
      response.end();
    });
  });

  static async start(): Promise<Chat> {
    const chat = new Chat();
    chat.server.listen(0, '127.0.0.1');
    await once(chat.server, 'listening');
    return chat;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  write(text: string): void {
    this.text += text;
  }

  stop(): void {
    this.server.close();
  }
}

/** 09:00 UTC of so many working days, from the next one on. */
function workingDays(now: number): number[] {
  const days: number[] = [];
  for (let day = Math.floor(now / DAY) * DAY + DAY; days.length < WORKING_DAYS; day += DAY) {
    if (![0, 6].includes(new Date(day).getUTCDay())) days.push(day + 9 * HOUR);
  }
  return days;
}

/** The same numbers each time, from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
