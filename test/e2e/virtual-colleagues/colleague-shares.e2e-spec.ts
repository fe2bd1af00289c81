import pLimit from 'p-limit';
import { ActionFinder } from '#modules/virtual-colleagues/scans/action-finder.js';
import { createColleague, historyOf, scan, type TestColleague } from '../../factories/colleague.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { AiServer, completion } from '../../support/ai-server.js';
import { refusalOf, UNKNOWN_ID } from '../../support/answers.js';
import { Chat } from '../../support/chat.js';
import { HOUR, iso } from '../../support/clock.js';
import { eventually } from '../../support/eventually.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const BUSY = [503, 'SERVICE_UNAVAILABLE', 'The service is busy, retry in a second'];

interface Run {
  trigger: string;
  status: string;
  startedAt: string;
  error: string | null;
}

let service: TestService;
let ai: AiServer;
let chat: Chat;
beforeAll(async () => {
  [ai, chat] = [await AiServer.start(), await Chat.start()];
  const aiProvider = { baseUrl: ai.baseUrl, apiKey: null, model: 'some-model', timeoutMs: 20_000 };
  service = await startTestService({ aiProvider });
});
afterAll(async () => {
  chat.answer = 200;
  await service.stop();
  await chat.stop();
  ai.stop();
});

/** A company with a task to look at. */
async function companyWithTask(): Promise<TestCompany> {
  const company = await createCompany(service.api);
  await createTask(company.owner, (await createProject(company.owner)).id);
  return company;
}

async function setSlot(colleagues: readonly { id: string }[], milliseconds: number): Promise<void> {
  const slot = iso(Date.now() + milliseconds);
  const ids = colleagues.map(({ id }) => id);
  await service.database.rows('UPDATE virtual_colleagues SET next_run_at = $2 WHERE id = ANY ($1)', [ids, slot]);
}

const post = ({ owner }: TestCompany, { id }: { id: string }, kind: 'scan' | 'ai-check') =>
  owner.api.post(`/virtual-colleagues/${id}/${kind}`);

describe('a company whose scans all hang', () => {
  let attacker: TestCompany;
  let victim: TestCompany;
  let due: TestColleague[];
  let others: TestColleague[];
  let release: () => void;
  beforeAll(async () => {
    [attacker, victim] = [await companyWithTask(), await companyWithTask()];
    const limit = pLimit(8);
    const create = () => limit(() => createColleague(attacker.owner, { notifications: chat.notifications }));
    due = await Promise.all(Array.from({ length: 270 }, create));
    others = [await create(), await create()];
    release = chat.hold();
    await setSlot(due, -HOUR);
    await chat.got(128);
  });
  afterAll(() => release());

  const running = async () => {
    const text = `SELECT count(*) FROM virtual_colleague_runs WHERE company_id = $1 AND status = 'running'`;
    return (await service.database.rows<{ count: number }>(text, [attacker.id]))[0]!.count;
  };

  it('leaves places to others: their scheduled scans start', async () => {
    const colleague = await createColleague(victim.owner);
    await setSlot([colleague], 0);
    let runs: Run[] = [];
    await eventually('the scan of the victim', async () => {
      runs = await historyOf<Run>(victim.owner, colleague);
      return runs[0]?.status === 'success';
    });
    expect(await running()).toBe(128);
  });

  it('leaves places to others for requested scans', async () => {
    const colleague = await createColleague(victim.owner);
    await scan(victim.member, colleague);
    ai.willAnswer(completion({ summary: 'All is well.', findings: [] }));
    expect((await post(victim, colleague, 'ai-check')).status).toBe(200);
  });

  it('is refused further scans after a wait of 5 s, and after validation', async () => {
    const disabled = await createColleague(attacker.owner, { active: false });
    const [first, second] = others as [TestColleague, TestColleague];
    ai.willAnswer();
    const start = Date.now();
    const busy = Promise.all([post(attacker, first, 'scan'), post(attacker, second, 'ai-check')]);
    for (const kind of ['scan', 'ai-check'] as const) {
      expect((await post(attacker, { id: UNKNOWN_ID }, kind)).status).toBe(404);
      expect((await post(attacker, disabled, kind)).status).toBe(400);
      expect((await post(attacker, first, kind)).status).toBe(409);
    }
    for (const answer of await busy) {
      expect(refusalOf(answer)).toEqual(BUSY);
      expect(answer.headers.get('Retry-After')).toBe('1');
    }
    const waited = Date.now() - start;
    expect([waited >= 4_900, waited < 15_000]).toEqual([true, true]);
    expect(ai.calls).toEqual([]);
    for (const colleague of [first, second]) {
      expect(await historyOf(attacker.owner, colleague)).toMatchObject([{ status: 'failed', error: BUSY[2] }]);
    }
  });

  it('gets its other scans in turn, once the first have ended', async () => {
    release();
    // On a busy machine some of the first have waited for their chat for too long.
    await eventually('its scans', async () => {
      const text = `SELECT count(*) FROM virtual_colleague_runs WHERE company_id = $1 AND trigger = 'schedule'
        AND (status = 'success' OR error LIKE 'The chat did not take everything%')`;
      return (await service.database.rows<{ count: number }>(text, [attacker.id]))[0]!.count === due.length;
    });
    expect(await running()).toBe(0);
  });
});

describe('a company whose scans read for long', () => {
  it('leaves half of the places to read tasks to others, and waits for its own', async () => {
    const [attacker, victim] = [await companyWithTask(), await companyWithTask()];
    const create = () => createColleague(attacker.owner);
    const [reading, asking, scheduled] = [[await create(), await create()], [await create()], [await create()]];
    const finder = service.app.get(ActionFinder);
    const find = finder.findActions.bind(finder);
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const spy = jest.spyOn(finder, 'findActions').mockImplementation(async (context, details) => {
      if (context.companyId === attacker.id) await gate;
      return find(context, details);
    });
    const begun = Promise.all(reading.map((colleague) => post(attacker, colleague, 'scan')));
    await eventually('two that read', () => spy.mock.calls.length === 2);
    // Their statements may take long.
    expect(spy.mock.calls.map(([{ statementTimeout }]) => statementTimeout)).toEqual([60_000, 60_000]);
    await setSlot(scheduled, 0);
    const statusOf = async (colleague: TestColleague) => (await historyOf<Run>(attacker.owner, colleague))[0]?.status;
    await eventually('the scheduled one has begun', async () => (await statusOf(scheduled[0]!)) === 'running');
    ai.willAnswer(completion({ summary: 'All is well.', findings: [] }));
    const colleague = await createColleague(victim.owner);
    const refused = post(attacker, asking[0]!, 'scan');
    await scan(victim.member, colleague);
    expect((await post(victim, colleague, 'ai-check')).status).toBe(200);
    expect(refusalOf(await refused)).toEqual(BUSY);
    expect([await statusOf(scheduled[0]!), spy.mock.calls.length]).toEqual(['running', 3]);
    goOn();
    expect((await begun).map(({ status }) => status)).toEqual([200, 200]);
    await eventually('the scheduled one', async () => (await statusOf(scheduled[0]!)) === 'success');
    spy.mockRestore();
  });
});
