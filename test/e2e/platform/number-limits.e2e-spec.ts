import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAgent } from '../../factories/agent.factory.js';
import { announce, attach } from '../../factories/attachment.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import type { Answer } from '../../support/api.js';
import { PasskeyDevice } from '../../support/passkey-device.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const AT_ONCE = 8;
/** How many of these there is room for. */
const ROOM = 3;
const FILES_OF_COMPANY = 1024 ** 3;
const LIMITS = {
  keysPerUser: 5,
  webhooks: 26,
  colleagues: 5,
  users: 20,
  invitations: 5,
  companyFileBytes: FILES_OF_COMPANY,
};

let service: TestService;
let company: TestCompany;
let projectId: string;
beforeAll(async () => {
  service = await startTestService({ limits: LIMITS, processRoles: new Set(['api']) });
});
beforeEach(async () => {
  company = await createCompany(service.api);
  projectId = (await createProject(company.owner)).id;
});
afterAll(() => service.stop());

/** Makes one more; the first argument is another number for each. */
type Make = (place: number) => Promise<Answer>;

interface NumberLimit {
  readonly what: string;
  /** The refusal, as the sources have it. */
  readonly refusal: string;
  readonly status?: number;
  /** Leaves room for three. */
  readonly prepare: () => Promise<Make>;
}

/** Copies a row behind the service's back. */
async function copies(table: string, id: string, count: number): Promise<void> {
  await service.database.rows(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid()))).*
      FROM ${table} x, generate_series(1, $2::integer) WHERE x.id = $1`,
    [id, count],
  );
}

/** Makes things one after the other until there is room for three. */
async function fill(count: number, make: Make): Promise<Make> {
  for (let place = 0; place < count - ROOM; place += 1) {
    const { status, text } = await make(1_000 + place);
    if (status > 201) throw new Error(text);
  }
  return make;
}

/** Callers in turn: a lock of the caller alone is not enough. */
const callerOf = (place: number) => (place % 2 === 0 ? company.owner : company.admin).api;

async function delegatedWork(work: object): Promise<Make> {
  const agent = await createAgent(company.owner, 'Otto', { settings: { work } });
  const ids: string[] = [];
  for (let place = 0; place < AT_ONCE + 1; place += 1) {
    ids.push((await createTask(company.owner, projectId, { delegateId: agent.id })).id);
  }
  return (place) => agent.api.post('/work', { taskId: ids[place] });
}

const ofCompany = 'A company has at most ${most} ${RULES[kind]}';

const NUMBER_LIMITS: readonly NumberLimit[] = [
  {
    what: 'webhooks of a company',
    refusal: ofCompany,
    prepare: () => fill(LIMITS.webhooks, (place) => callerOf(place).post('/webhooks', WEBHOOK)),
  },
  {
    what: 'webhooks with a filter',
    refusal: 'At most ${MOST_FILTERS} webhooks of a company have a filter; take one away first',
    prepare: () => fill(20, (place) => callerOf(place).post('/webhooks', { ...WEBHOOK, filter: 'done' })),
  },
  {
    what: 'webhooks that get a filter',
    refusal: 'At most ${MOST_FILTERS} webhooks of a company have a filter; take one away first',
    prepare: async () => {
      for (let count = 0; count < 20 - ROOM; count += 1) await createWebhook(company.owner, { filter: 'done' });
      const ids: string[] = [];
      for (let count = 0; count < LIMITS.webhooks - 20 + ROOM; count += 1) {
        ids.push((await createWebhook(company.owner, {})).id);
      }
      return (place) => callerOf(place).put(`/webhooks/${ids[place % ids.length]}`, { filter: 'done' });
    },
  },
  {
    what: 'virtual colleagues of a company',
    refusal: ofCompany,
    prepare: () =>
      fill(LIMITS.colleagues, (place) =>
        callerOf(place).post('/virtual-colleagues', { name: 'Steve', role: 'member' }),
      ),
  },
  {
    what: 'users of a company',
    refusal: ofCompany,
    prepare: () =>
      fill(LIMITS.users - 4, (place) =>
        callerOf(place).post('/users', {
          email: `user-${place}-${company.id}@example.com`,
          name: 'Somebody',
          role: 'MEMBER',
          password: company.owner.password,
        }),
      ),
  },
  {
    what: 'keys of a user',
    refusal: 'A user has at most ${most} API keys; revoke one first',
    prepare: () => fill(LIMITS.keysPerUser, () => company.member.api.post('/api-keys', { name: 'Key' })),
  },
  {
    what: 'keys of an agent',
    refusal: 'An agent has at most ${KEYS_PER_COLLEAGUE} API keys; revoke one first',
    prepare: async () => {
      const agent = await createAgent(company.owner);
      await copies('api_keys', agent.keyId, 200 - ROOM - 1);
      return (place) => callerOf(place).post('/api-keys', { name: 'Key', colleagueId: agent.id });
    },
  },
  {
    what: 'passkeys of a user',
    refusal: 'A user has at most ${MOST} passkeys; remove one first',
    prepare: async () => {
      const { api, password, id } = company.member;
      const credentials: object[] = [];
      for (let place = 0; place < AT_ONCE + 1; place += 1) {
        const { body } = await api.post('/me/passkeys/options', { password });
        credentials.push(new PasskeyDevice(service.configuration.publicUrl).create(body));
      }
      await service.database.rows(
        `INSERT INTO passkeys SELECT (jsonb_populate_record(NULL::passkeys, jsonb_build_object('company_id', u.company_id,
            'id', gen_random_uuid(), 'user_id', u.id, 'name', 'Old', 'credential_id', 'old-' || n, 'public_key', '\\x00',
            'sign_count', 0, 'transports', '[]'::jsonb, 'synced', false, 'created_at', now(), 'updated_at', now()))).*
          FROM users u, generate_series(1, $2::integer) n WHERE u.id = $1`,
        [id, 20 - ROOM],
      );
      return (place) => api.post('/me/passkeys', { name: 'New', response: credentials[place] });
    },
  },
  {
    what: 'views of a user',
    refusal: 'A user has at most ${MOST_VIEWS} views',
    prepare: async () => {
      const make: Make = () => company.viewer.api.post('/views', { name: 'View' });
      await copies('views', (await make(0)).body.id as string, 200 - ROOM - 1);
      return make;
    },
  },
  {
    what: 'calendar feeds of a user',
    refusal: 'A user has at most ${MOST_FEEDS} calendar feeds; delete one first',
    prepare: () => fill(20, () => company.viewer.api.post('/calendar-feeds', { name: 'Mine', mine: true })),
  },
  {
    what: 'code connections of a company',
    refusal: 'A company has at most ${MOST_CONNECTIONS} code connections; delete one first',
    prepare: () => fill(50, (place) => callerOf(place).post('/code-connections', CONNECTION)),
  },
  {
    what: 'templates of a company',
    refusal: 'A company has at most ${MOST_TEMPLATES} templates',
    prepare: async () => {
      const make: Make = (place) =>
        callerOf(place).post('/templates', { name: `Template ${place}`, projectId, task: { title: 'Made' } });
      const { id } = (await make(0)).body;
      await service.database.rows(
        `INSERT INTO templates SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'name', 'Old ' || n))).*
          FROM templates t, generate_series(1, $2::integer) n WHERE t.id = $1`,
        [id, 200 - ROOM - 1],
      );
      return (place) => make(place + 1);
    },
  },
  {
    what: 'recurrences of a company',
    refusal: 'A company has at most ${MOST_RECURRENCES} recurrences',
    prepare: async () => {
      const make: Make = (place) =>
        callerOf(place).post('/recurrences', {
          name: 'Recurrence',
          projectId,
          task: { title: 'Made' },
          schedule: { frequency: 'yearly' },
        });
      await copies('recurrences', (await make(0)).body.id as string, 200 - ROOM - 1);
      return make;
    },
  },
  {
    what: 'fields of a company that are not archived',
    refusal: 'A company has at most ${MOST_LIVE} fields that are not archived',
    prepare: () => fill(100, newField),
  },
  {
    what: 'fields of a company',
    refusal: 'A company has at most ${MOST} fields',
    prepare: async () => {
      const { id } = (await newField(0)).body;
      await company.admin.api.put(`/fields/${id}`, { archived: true });
      await service.database.rows(
        `INSERT INTO fields SELECT (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'key', 'old_' || n,
            'name', 'Old ' || n, 'position', n))).*
          FROM fields f, generate_series(1, $2::integer) n WHERE f.id = $1`,
        [id, 400 - ROOM - 1],
      );
      return (place) => newField(place + 1);
    },
  },
  {
    what: 'blockers of a task',
    refusal: 'A task has at most ${MOST_BLOCKERS} blockers',
    prepare: async () => {
      const task = await createTask(company.owner, projectId);
      await addTasks(service.database, projectId, 200 + AT_ONCE);
      const others = await service.database.rows<{ id: string }>(
        'SELECT id FROM tasks WHERE project_id = $1 AND id <> $2',
        [projectId, task.id],
      );
      await service.database.rows(
        `INSERT INTO task_blockers (company_id, task_id, blocker_id, is_open)
          SELECT company_id, $1, id, true FROM tasks WHERE id = ANY ($2)`,
        [task.id, others.splice(0, 200 - ROOM).map(({ id }) => id)],
      );
      return (place) => callerOf(place).post(`/tasks/${task.id}/blockers`, { taskId: others[place]?.id });
    },
  },
  {
    what: 'links of a task',
    refusal: 'A task has at most ${MOST_LINKS} links',
    prepare: async () => {
      const task = await createTask(company.owner, projectId);
      await addTasks(service.database, projectId, 200 + AT_ONCE);
      const others = await service.database.rows<{ id: string }>(
        'SELECT id FROM tasks WHERE project_id = $1 AND id <> $2',
        [projectId, task.id],
      );
      await service.database.rows(
        `INSERT INTO task_links (company_id, id, type, first_id, second_id, created_at)
          SELECT company_id, gen_random_uuid(), 'relates', least(id, $1), greatest(id, $1), now() FROM tasks WHERE id = ANY ($2)`,
        [task.id, others.splice(0, 200 - ROOM).map(({ id }) => id)],
      );
      return (place) => callerOf(place).post(`/tasks/${task.id}/links`, { taskId: others[place]?.id, type: 'relates' });
    },
  },
  {
    what: 'logged hours of a task',
    refusal: 'A task has at most ${MAX_TASK_HOURS} logged hours',
    prepare: async () => {
      const task = await createTask(company.owner, projectId, { loggedHours: MOST_HOURS - ROOM });
      return (place) => callerOf(place).post(`/tasks/${task.id}/time-entries`, { hours: 1 });
    },
  },
  {
    what: 'files of a task',
    refusal: 'A task has at most ${MOST_OF_TASK} files; delete one first',
    prepare: async () => {
      const task = await createTask(company.owner, projectId);
      const { id } = await attach(service, company.owner, task.id);
      await copies('attachments', id, 100 - ROOM - 1);
      return announced(task.id);
    },
  },
  {
    what: 'files of a user that wait',
    refusal: 'At most ${MOST_WAITING} files wait for their bytes; send or delete one first',
    prepare: async () => {
      const task = await createTask(company.owner, projectId);
      const { id } = await announce(company.owner, task.id, 1);
      await copies('attachments', id, 20 - ROOM - 1);
      return (place) => company.owner.api.post(`/tasks/${task.id}/attachments`, { name: `${place}.txt`, size: 1 });
    },
  },
  {
    what: 'bytes of files of a company',
    refusal: 'The files of a company have at most ${companyFileBytes} bytes; delete some first',
    prepare: async () => {
      const task = await createTask(company.owner, projectId);
      const { id } = await attach(service, company.owner, task.id);
      await service.database.rows('UPDATE attachments SET size = $2 WHERE id = $1', [id, FILES_OF_COMPANY - ROOM]);
      return announced(task.id);
    },
  },
  {
    what: 'imports of a company that are prepared',
    refusal: 'A company has at most ${MOST_PREPARED} imports that are prepared; start or delete one first',
    prepare: () => fill(5, (place) => callerOf(place).post('/imports', { source: 'csv', projectId })),
  },
  {
    what: 'activities of a work',
    refusal: 'A work has at most ${MOST_ACTIVITIES} activities',
    prepare: async () => {
      const agent = await createAgent(company.owner);
      const task = await createTask(company.owner, projectId, { delegateId: agent.id });
      const { work } = (await agent.api.post('/work', { taskId: task.id })).body;
      await service.database.rows('UPDATE works SET activity_count = $2 WHERE id = $1', [work.id, 1_000 - ROOM]);
      return () => agent.api.post(`/work/${work.id}/activities`, { type: 'thought', text: 'Hm' });
    },
  },
  {
    what: 'works of an agent at once',
    refusal: 'Past a limit: ${agent.limits.concurrent} at once (concurrent)',
    prepare: () => delegatedWork({ concurrent: ROOM, perDay: 100 }),
  },
  {
    what: 'works of an agent in a day',
    refusal: 'Past a limit: ${agent.limits.perDay} a day (perDay)',
    prepare: () => delegatedWork({ concurrent: 100, perDay: ROOM }),
  },
  {
    what: 'invitations of a company in a day',
    refusal: 'invitations',
    status: 429,
    prepare: () =>
      fill(LIMITS.invitations, (place) =>
        callerOf(place).post('/users', {
          email: `guest-${place}-${company.id}@example.com`,
          name: 'Guest',
          role: 'MEMBER',
        }),
      ),
  },
];

const CONNECTION = { name: 'Forge', provider: 'github', projectIds: [] };
const WEBHOOK = { url: 'https://example.org/hook', events: ['*'], secret: 'It is a secret to everybody' };
const MOST_HOURS = 99_999.99;

/** Named by the place. */
function newField(place: number): Promise<Answer> {
  return callerOf(place).post('/fields', { name: `Field ${place}`, type: 'text' });
}

/** By two users in turn. */
function announced(taskId: string): Make {
  return (place) => callerOf(place).post(`/tasks/${taskId}/attachments`, { name: `${place}.txt`, size: 1 });
}

/** Refusals of a number that no eight requests at once can pass. */
const OTHERS: Readonly<Record<string, string>> = {
  'A company has at most ${MOST_KEPT} exports; delete one first': 'one is made at a time: exports/exports',
  'There are at most ${MOST_LANES} lanes': 'imports add lanes, under the lock of all of them: imports/import-statuses',
  'A delivery has at most ${MOST_ATTEMPTS} attempts': 'the worker makes the attempts, one after the other',
};

/** How the limits of the configuration are tested, but for those above. */
const CONFIGURED: Readonly<Record<string, string>> = {
  loginFailures: 'auth/login-failures',
  codeFailures: 'auth/totp',
  waitingPasswords: 'auth/password-hashing',
  resetMails: 'platform/mail-limits',
  aiChecksPerDay: 'virtual-colleagues/ai-check-quota',
  importBytes: 'bytes of one file',
  eventBytes: 'cuts texts, refuses nothing',
  fileBytes: 'bytes of one file',
};

/** What the sources refuse because there are too many. */
function refusalsInSources(): string[] {
  const folder = join(__dirname, '../../../src');
  const texts = globSync('**/*.ts', { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'));
  const found = texts.flatMap((text) => [...text.matchAll(/new ConflictError\(\s*([`'"])(.*?)\1/gs)]);
  return [...new Set(found.map((match) => match[2] ?? ''))].filter((text) => /at most|past a limit/i.test(text));
}

describe('limits on the number of things', () => {
  it('are all tested here', () => {
    const tested = NUMBER_LIMITS.filter(({ status }) => !status).map(({ refusal }) => refusal);
    expect(refusalsInSources().sort()).toEqual([...new Set([...tested, ...Object.keys(OTHERS)])].sort());
    const configured = Object.keys(service.configuration.limits);
    expect(configured.sort()).toEqual([...Object.keys(LIMITS), ...Object.keys(CONFIGURED)].sort());
  });

  it.each(NUMBER_LIMITS)('hold of eight requests at once: $what', async ({ prepare, refusal, status = 409 }) => {
    const make = await prepare();
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => make(place)));
    const refused = answers.filter((answer) => answer.status === status);
    const others = answers.filter((answer) => answer.status >= 300 && answer.status !== status);
    expect(others.map(({ text }) => text)).toEqual([]);
    expect(refused).toHaveLength(AT_ONCE - ROOM);
    const words = new RegExp(refusal.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/\$\{[^}]*\}/g, '.*'));
    for (const { body } of refused) if (status === 409) expect(body.error.message).toMatch(words);
    expect((await make(AT_ONCE)).status).toBe(status);
  });
});
