import { createCompany } from '../../factories/company.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { iso, MINUTE } from '../../support/clock.js';
import { CodeWorld } from '../../support/code-world.js';
import { bodyOf } from '../../support/forge.js';
import { pullRequest, status } from '../../support/pull-request.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { CodeCleanupTask } from '#modules/code/receiving/code-cleanup.task.js';

const MERGED = { action: 'closed', state: 'closed', merged: true } as const;
const ago = (minutes: number): string => iso(Date.now() - minutes * MINUTE);

let service: TestService;
beforeAll(async () => (service = await startTestService()));
afterAll(() => service.stop());

const world = async () => CodeWorld.make(await createCompany(service.api), service);
const trashed = async (w: CodeWorld, meanwhile: () => Promise<unknown>) => {
  const { api } = w.company.owner;
  await api.delete(`/tasks/${w.task.id}`);
  await meanwhile();
  expect((await api.post(`/trash/${w.task.id}/restore`)).status).toBe(200);
};

describe('the code of a task in the trash', () => {
  it('is kept up to date, moves nothing, and is no task of the deliveries', async () => {
    const w = await world();
    await w.send(pullRequest({ body: `Closes ${w.tid}`, head: 'aaa1', at: ago(50) }));
    await trashed(w, async () => {
      await w.send(status('aaa1', 'failure', ago(45)));
      expect(await w.outcome()).toEqual(['ignored', 'no task']);
      await w.send(pullRequest({ body: `Closes ${w.tid}`, head: 'aaa1', ...MERGED, at: ago(40) }));
      expect(await w.outcome()).toEqual(['ignored', 'no task']);
    });
    expect([await w.status(), await w.read('/code')]).toMatchObject([
      'In Progress',
      [{ state: 'merged', checks: 'failed', closes: true }],
    ]);
    expect((await w.read()).code).toEqual({ open: 0, merged: 1, failing: 0 });
  });

  it('is kept up to date beside that of a task that is there', async () => {
    const w = await world();
    const other = await createTask(w.company.owner, w.projectId);
    const told = { body: `Closes ${w.tid}, ${other.tid}` };
    await w.send(pullRequest({ ...told, at: ago(50) }));
    await trashed(w, () => w.send(pullRequest({ ...told, ...MERGED, at: ago(40) })));
    const { body } = await w.company.owner.api.get(`/tasks/${other.id}`);
    expect([body.status, await w.status()]).toEqual(['Done', 'In Progress']);
    expect(await w.read('/code')).toMatchObject([{ state: 'merged' }]);
  });

  it('has no branch any more that is deleted meanwhile', async () => {
    const w = await world();
    await w.send(bodyOf('github-create', w.tid));
    await trashed(w, () => w.send(bodyOf('github-delete', w.tid)));
    expect(await w.read('/code')).toMatchObject([{ kind: 'branch', state: 'closed' }]);
  });

  it('gets nothing new, and is of no connection that goes meanwhile', async () => {
    const w = await world();
    await w.send(pullRequest({ body: w.tid, at: ago(50) }));
    await trashed(w, async () => {
      await w.send(pullRequest({ number: 2, body: `Closes ${w.tid}` }));
      await w.company.owner.api.delete(`/code-connections/${w.connection.id}`);
    });
    expect(await w.read('/code')).toMatchObject([{ number: 1, connectionId: null }]);
  });

  it('goes with the task, for good', async () => {
    const w = await world();
    await w.send(pullRequest({ body: w.tid }));
    const { api } = w.company.owner;
    const cleanUp = () => service.app.get(CodeCleanupTask).run();
    const kept = () => service.database.rows('SELECT 1 FROM code_links WHERE company_id = $1', [w.company.id]);
    await cleanUp();
    expect(await kept()).toHaveLength(1);
    await api.delete(`/tasks/${w.task.id}`);
    await cleanUp();
    expect(await kept()).toHaveLength(1);
    await api.delete(`/trash/${w.task.id}`);
    await cleanUp();
    expect(await kept()).toEqual([]);
  });
});
