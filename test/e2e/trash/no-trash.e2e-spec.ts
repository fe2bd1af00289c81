import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { startWithCompanies } from '../../support/test-service.js';

it('with TRASH_DAYS=0 tasks are gone at once', async () => {
  const { service, company } = await startWithCompanies({ trashDays: 0 });
  try {
    const { owner } = company;
    const { id } = await createTask(owner, (await createProject(owner)).id);
    expect((await owner.api.delete(`/tasks/${id}`)).status).toBe(204);
    expect((await owner.api.get('/trash')).body).toEqual([]);
    expect((await service.api.get('/session')).body).toMatchObject({ trashDays: 0 });
  } finally {
    await service.stop();
  }
});
