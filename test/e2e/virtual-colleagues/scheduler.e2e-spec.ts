import { type Logger, pino } from 'pino';
import { ColleagueSchedulerTask } from '#modules/virtual-colleagues/scans/colleague-scheduler.task.js';
import { createColleague, historyOf, type TestColleague } from '../../factories/colleague.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { type Chat, eachWithChat } from '../../support/chat.js';
import { DAY, dayIn, HOUR, iso } from '../../support/clock.js';
import { eventually } from '../../support/eventually.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

interface Run {
  scanId: string;
  trigger: string;
  status: string;
  startedAt: string;
  error: string | null;
}

/** Schedules nothing itself: each test has schedulers of its own. */
let service: TestService;
let company: TestCompany;
let project: TestProject;
let chat: Chat;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ processRoles: new Set(['api']) }));
  project = await createProject(company.owner);
});
afterAll(() => service.stop());
eachWithChat((given) => (chat = given));

const colleagueOf = (input: object = {}) => createColleague(company.owner, { projectIds: [project.id], ...input });

/** Makes its time come: some milliseconds from now, or ago. */
async function setSlot({ id }: { id: string }, milliseconds: number): Promise<string> {
  const slot = iso(Date.now() + milliseconds);
  await service.database.rows('UPDATE virtual_colleagues SET next_run_at = $2 WHERE id = $1', [id, slot]);
  return slot;
}

const startScheduler = (logger?: Logger) =>
  startTestService({ processRoles: new Set(['scheduler']) }, service.database, logger);

async function withScheduler<T>(work: (scheduler: TestService) => Promise<T>, logger?: Logger): Promise<T> {
  const scheduler = await startScheduler(logger);
  try {
    return await work(scheduler);
  } finally {
    await scheduler.stop();
  }
}

const runsOf = (colleague: { id: string }) => historyOf<Run>(company.owner, colleague);

const found = async ({ id }: { id: string }) =>
  (await company.owner.api.get<TestColleague>(`/virtual-colleagues/${id}`)).body;

/** Resolves with its runs once there are so many, all ended. */
async function ended(colleague: TestColleague, count: number): Promise<Run[]> {
  let runs: Run[] = [];
  await eventually(`${count} runs`, async () => {
    runs = await runsOf(colleague);
    return runs.length >= count && runs.every(({ status }) => status !== 'running');
  });
  return runs;
}

/** Resolves when a colleague has run whose time came only now. */
async function anotherRuns(): Promise<void> {
  const another = await colleagueOf();
  await setSlot(another, 0);
  await ended(another, 1);
}

describe('a scheduled scan', () => {
  let scheduler: TestService;
  beforeAll(async () => (scheduler = await startScheduler()));
  afterAll(() => scheduler.stop());

  it('starts at its time, and uses that time as the current time', async () => {
    await createTask(company.owner, project.id, { dueDate: iso(Date.now() - 9 * DAY) });
    const colleague = await colleagueOf({ schedule: { frequency: 'hourly' } });
    const slot = await setSlot(colleague, 300);
    const [run] = await ended(colleague, 1);
    expect(run).toMatchObject({ trigger: 'schedule', status: 'success' });
    expect(Date.parse(run!.startedAt)).toBeGreaterThanOrEqual(Date.parse(slot));
    const after = await found(colleague);
    expect(after).toMatchObject({ lastRunAt: run!.startedAt, lastRunStatus: 'success' });
    expect(after).toMatchObject({ recentActivity: [{ createdAt: slot }, { createdAt: slot }] });
    expect(Date.parse(after.nextRunAt!)).toBeGreaterThan(Date.now());
    expect(after.updatedAt).toBe(colleague.updatedAt);
  });

  it('replaces all missed runs by one', async () => {
    const colleague = await colleagueOf({ schedule: { frequency: 'hourly', time: '00:30' } });
    await setSlot(colleague, -3 * DAY);
    const [run] = await ended(colleague, 1);
    const { nextRunAt, ...after } = await found(colleague);
    expect(nextRunAt).toMatch(/:30:00\.000Z$/);
    expect(Date.parse(nextRunAt!) - Date.now()).toBeLessThanOrEqual(HOUR);
    expect(after).toMatchObject({ recentActivity: [{ createdAt: run!.startedAt }, expect.anything()] });
    await anotherRuns();
    expect(await runsOf(colleague)).toHaveLength(1);
  });

  it('goes to the chat', async () => {
    const colleague = await colleagueOf({ notifications: chat.notifications });
    await setSlot(colleague, 0);
    await ended(colleague, 1);
    expect(chat.posts).toHaveLength(1);
  });

  it('is not started while the company is deactivated', async () => {
    const { id, owner } = await createCompany(service.api);
    const colleague = await createColleague(owner);
    await service.database.rows('UPDATE companies SET active = false WHERE id = $1', [id]);
    await setSlot(colleague, -HOUR);
    await anotherRuns();
    const runs = 'SELECT 1 FROM virtual_colleague_runs WHERE colleague_id = $1';
    expect(await service.database.rows(runs, [colleague.id])).toEqual([]);
    await service.database.rows('UPDATE companies SET active = true WHERE id = $1', [id]);
    await eventually('its run', async () => (await service.database.rows(runs, [colleague.id])).length === 1);
  });

  it('that comes late, in quiet time, waits for the end of that', async () => {
    const [today, tomorrow] = [0, 1].map(dayIn);
    const colleague = await colleagueOf({ settings: { quiet: { dates: [today, tomorrow] } } });
    await setSlot(colleague, -HOUR);
    await anotherRuns();
    expect(await runsOf(colleague)).toEqual([]);
    expect((await found(colleague)).nextRunAt).toBe(iso(Date.parse(tomorrow!) + DAY));
  });

  it('waits for a scan that is in progress, and then has its turn', async () => {
    const colleague = await colleagueOf({ notifications: chat.notifications });
    const release = chat.hold();
    const manual = company.owner.api.post(`/virtual-colleagues/${colleague.id}/scan`);
    await chat.got(1);
    await setSlot(colleague, -1_000);
    await anotherRuns();
    expect(await runsOf(colleague)).toHaveLength(1);
    release();
    expect((await manual).status).toBe(200);
    expect((await ended(colleague, 2)).map(({ trigger }) => trigger)).toEqual(['schedule', 'manual']);
  });
});

describe('a scheduler that starts', () => {
  it('leaves out disabled and deleted colleagues, and colleagues that are not due yet', async () => {
    const [disabled, deleted, later] = [await colleagueOf(), await colleagueOf(), await colleagueOf()];
    for (const colleague of [disabled, deleted]) await setSlot(colleague, -HOUR);
    await setSlot(later, HOUR);
    await company.owner.api.put(`/virtual-colleagues/${disabled.id}`, { active: false });
    await company.owner.api.delete(`/virtual-colleagues/${deleted.id}`);
    await withScheduler(async () => {
      await anotherRuns();
      expect([await runsOf(disabled), await runsOf(later)]).toEqual([[], []]);
    });
  });
});

describe('a process without the role', () => {
  it('starts no scan', async () => {
    const colleague = await colleagueOf();
    await setSlot(colleague, -HOUR);
    await service.app.get(ColleagueSchedulerTask, { strict: false }).run();
    expect(await runsOf(colleague)).toEqual([]);
    await withScheduler(() => ended(colleague, 1));
    expect(await runsOf(colleague)).toHaveLength(1);
  });
});

describe('several schedulers', () => {
  it('start each of 200 due colleagues exactly once', async () => {
    const { owner } = await createCompany(service.api);
    const { id } = await createColleague(owner);
    await service.database.rows(
      `INSERT INTO virtual_colleagues SELECT (c).* FROM (
        SELECT jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'next_run_at', null)) AS c
        FROM virtual_colleagues c, generate_series(1, 199) WHERE c.id = $1) copies`,
      [id],
    );
    const schedulers = await Promise.all([1, 2, 3].map(() => startScheduler()));
    await service.database.rows(
      `UPDATE virtual_colleagues c SET next_run_at = now() WHERE c.company_id = (
        SELECT company_id FROM virtual_colleagues WHERE id = $1)`,
      [id],
    );
    const runs = () =>
      service.database.rows<{ colleagueId: string; status: string }>(
        `SELECT r.colleague_id AS "colleagueId", r.status FROM virtual_colleague_runs r
          WHERE r.company_id = (SELECT company_id FROM virtual_colleagues WHERE id = $1)`,
        [id],
      );
    await eventually('200 scans', async () => {
      const all = await runs();
      return all.length >= 200 && all.every(({ status }) => status === 'success');
    });
    const all = await runs();
    expect([all.length, new Set(all.map(({ colleagueId }) => colleagueId)).size]).toEqual([200, 200]);
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
    expect(await runs()).toHaveLength(200);
  });

  it('end the runs of one that died', async () => {
    const colleague = await colleagueOf({ notifications: chat.notifications });
    const release = chat.hold();
    const answer = company.owner.api.post(`/virtual-colleagues/${colleague.id}/scan`);
    await chat.got(1);
    await service.database.rows(`UPDATE virtual_colleague_leases SET lease_until = now() WHERE colleague_id = $1`, [
      colleague.id,
    ]);
    await withScheduler(async () => {
      const [run] = await ended(colleague, 1);
      expect(run).toMatchObject({ status: 'failed', error: 'The process that ran it ended before it was done' });
      expect((await found(colleague)).lastRunStatus).toBe('failed');
    });
    release();
    expect((await answer).status).toBe(503);
  });
});

describe('a scheduler that stops', () => {
  it('records the runs that it stops', async () => {
    const colleague = await colleagueOf({ notifications: chat.notifications });
    const release = chat.hold();
    await setSlot(colleague, 0);
    const scheduler = await startScheduler();
    await chat.got(1);
    await scheduler.stop();
    expect(await runsOf(colleague)).toEqual([
      expect.objectContaining({ status: 'failed', sent: 0, error: expect.stringMatching(/stopped/) }),
    ]);
    release();
    expect((await company.owner.api.post(`/virtual-colleagues/${colleague.id}/scan`)).status).toBe(200);
  });

  it('waits for a run that is nearly done', async () => {
    const colleague = await colleagueOf({ notifications: chat.notifications });
    const release = chat.hold();
    await setSlot(colleague, 0);
    const scheduler = await startScheduler();
    await chat.got(1);
    const stopped = scheduler.stop();
    release();
    await stopped;
    expect(await runsOf(colleague)).toEqual([expect.objectContaining({ status: 'success' })]);
  });
});

describe('a scheduler without its database', () => {
  it('logs it, and continues when it is back', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    const colleague = await colleagueOf();
    await withScheduler(async () => {
      await service.database.rows('ALTER TABLE virtual_colleagues RENAME COLUMN next_run_at TO hidden');
      try {
        await eventually('a warning', () => lines.some((line) => line.includes('cannot be started at the moment')));
      } finally {
        await service.database.rows('ALTER TABLE virtual_colleagues RENAME COLUMN hidden TO next_run_at');
      }
      await setSlot(colleague, 0);
      await ended(colleague, 1);
    }, logger);
  });
});
