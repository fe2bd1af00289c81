import { actionsOf, createColleague, historyOf, scan, type TestColleague } from '../../factories/colleague.factory.js';
import { type TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import { type Chat, eachWithChat } from '../../support/chat.js';
import { DAY, iso } from '../../support/clock.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';
import { itWithoutCitus } from '../../support/without-citus.js';

let service: TestService;
let company: TestCompany;
let project: TestProject;
let chat: Chat;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ processRoles: new Set(['api']) }));
});
// A task of its own each: of one a person hears once a day.
beforeEach(async () => {
  project = await createProject(company.owner);
  await createTask(company.owner, project.id, { dueDate: iso(Date.now() - 3 * DAY) });
});
afterAll(() => service.stop());
eachWithChat((given) => (chat = given));

const colleagueOf = (input: object = {}) => createColleague(company.owner, { projectIds: [project.id], ...input });

/** Begins a scan that waits for the chat. */
async function beginScan(): Promise<{
  colleague: TestColleague;
  answer: ReturnType<typeof post>;
  release: () => void;
}> {
  const colleague = await colleagueOf({ notifications: chat.notifications });
  const release = chat.hold();
  const answer = post(colleague);
  await chat.got(1);
  return { colleague, answer, release };
}

const post = ({ id }: { id: string }) => company.member.api.post(`/virtual-colleagues/${id}/scan`);

const setLease = ({ id }: { id: string }, lease: string) =>
  service.database.rows(`UPDATE virtual_colleague_leases SET lease_until = ${lease} WHERE colleague_id = $1`, [id]);

describe('a run whose process died', () => {
  it('no longer counts once its lease has expired, and its findings are reported again', async () => {
    const { colleague, answer, release } = await beginScan();
    expect((await post(colleague)).status).toBe(409);
    await setLease(colleague, `now() - interval '1 ms'`);
    chat.answer = 200;
    const { scanId } = await scan(company.member, colleague);
    const [second, first] = await historyOf(company.viewer, colleague);
    expect(second).toMatchObject({ scanId, status: 'success', actionsGenerated: 2 });
    expect(first).toMatchObject({
      status: 'failed',
      error: 'The process that ran it ended before it was done',
      actionsGenerated: 0,
      finishedAt: expect.any(String),
    });
    release();
    await answer;
  });

  it('overwrites nothing when it wakes up after all', async () => {
    const { colleague, answer, release } = await beginScan();
    await setLease(colleague, `now() - interval '1 ms'`);
    chat.answer = 200;
    const { scanId } = await scan(company.member, colleague);
    const [history, actions] = [await historyOf(company.viewer, colleague), await actionsOf(company.owner, colleague)];
    release();
    expect(refusalOf(await answer)).toEqual([503, 'SERVICE_UNAVAILABLE', expect.stringMatching(/took over/)]);
    expect([await historyOf(company.viewer, colleague), await actionsOf(company.owner, colleague)]).toEqual([
      history,
      actions,
    ]);
    expect(new Set(actions.map((action) => action.scanId))).toEqual(new Set([scanId]));
  });

  it('has at most a minute', async () => {
    const { colleague, answer, release } = await beginScan();
    const [run] = await service.database.rows<{ seconds: number }>(
      `SELECT extract(epoch FROM lease_until - now()) AS seconds FROM virtual_colleague_leases WHERE colleague_id = $1`,
      [colleague.id],
    );
    expect(run!.seconds).toBeGreaterThan(10);
    expect(run!.seconds).toBeLessThanOrEqual(60);
    release();
    await answer;
  });
});

describe('a run that breaks off', () => {
  itWithoutCitus('is recorded as failed, and leaves nothing behind', async () => {
    const colleague = await colleagueOf();
    await service.database.rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.rule = 'digest' THEN RAISE 'no'; END IF; RETURN NEW; END $$`);
    await service.database.rows(
      'CREATE TRIGGER refuse BEFORE INSERT ON virtual_colleague_activity FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    const answer = await post(colleague);
    await service.database.rows('DROP FUNCTION refuse CASCADE');
    expect(refusalOf(answer).slice(0, 2)).toEqual([500, 'DATABASE_ERROR']);
    expect(await historyOf(company.viewer, colleague)).toEqual([
      expect.objectContaining({
        status: 'failed',
        actionsGenerated: 0,
        error: expect.stringMatching(/^The run broke off/),
      }),
    ]);
    expect(await actionsOf(company.owner, colleague)).toEqual([]);
    const { body } = await company.owner.api.get(`/virtual-colleagues/${colleague.id}`);
    expect(body.lastRunStatus).toBe('failed');
    expect((await post(colleague)).body).toMatchObject({ actionsGenerated: 2 });
  });

  it('delays the deletion of its colleague while it reads', async () => {
    const colleague = await colleagueOf();
    await service.database.rows('BEGIN');
    await service.database.rows('LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE');
    const answer = post(colleague);
    await service.database.lockWaits();
    const deleted = company.owner.api.delete(`/virtual-colleagues/${colleague.id}`);
    await service.database.lockWaits(2).finally(() => service.database.rows('COMMIT'));
    expect((await deleted).status).toBe(204);
    // Whichever of the two is first once it has looked.
    expect([200, 404]).toContain((await answer).status);
  });

  it('answers 404 when its colleague is deleted meanwhile', async () => {
    const { colleague, answer, release } = await beginScan();
    expect((await company.owner.api.delete(`/virtual-colleagues/${colleague.id}`)).status).toBe(204);
    release();
    const { status, body } = await answer;
    expect([status, body]).toEqual([404, { error: 'Virtual colleague not found' }]);
  });
});
