import { attach } from '../../factories/attachment.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { startWithCompanies } from '../../support/test-service.js';

describe('include=counts', () => {
  it('adds to a list how much hangs on each task', async () => {
    const { service, company } = await startWithCompanies();
    const { member, viewer } = company;
    const { id: projectId } = await createProject(member, { name: 'Website', key: 'WEB' });
    const { id: parentId } = await createTask(member, projectId, { title: 'Parent' });
    for (const status of ['Done', 'To Do', 'Done'])
      await createTask(member, projectId, { title: 'Part', parentId, status });
    for (const body of ['One', 'Two']) await member.api.post(`/tasks/${parentId}/comments`, { body });
    await attach(service, member, parentId);
    const { status, body } = await viewer.api.get(
      `/tasks?projectId=${projectId}&fields=tid&include=counts&sortBy=rank&sortOrder=asc`,
    );
    expect(status).toBe(200);
    const none = { subtasks: 0, subtasksDone: 0, comments: 0, files: 0 };
    expect(body[0]).toEqual({ tid: 'WEB-1', counts: { subtasks: 3, subtasksDone: 2, comments: 2, files: 1 } });
    expect(body[1]).toEqual({ tid: 'WEB-2', counts: none });
    expect((await viewer.api.get(`/tasks?projectId=${projectId}`)).body[0]).not.toHaveProperty('counts');
    await service.stop();
  });
});
