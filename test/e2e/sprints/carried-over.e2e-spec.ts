import type { TestCompany } from '../../factories/company.factory.js';
import { createActiveSprint, type TestSprint } from '../../factories/planning.factory.js';
import { addTasks, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { eachWithProject } from '../../support/project-suite.js';
import type { TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let project: TestProject;
eachWithProject((given) => ({ service, company, project } = given));

const read = async ({ id }: TestSprint) => (await company.viewer.api.get(`/sprints/${id}`)).body;
const put = ({ id }: TestSprint, input: object) => company.member.api.put(`/sprints/${id}`, input);
const act = ({ id }: TestSprint, action: string) => company.member.api.post(`/sprints/${id}/${action}`);
const taskIn = (sprint: TestSprint, input: object) =>
  createTask(company.member, project.id, { sprintId: sprint.id, ...input });

describe('a sprint that has ended', () => {
  it.each(['complete', 'cancel'])('names what was open at a %s, by rank, as it is now', async (action) => {
    const sprint = await createActiveSprint(company.member, project.id);
    const done = await taskIn(sprint, { title: 'Done', status: 'Done' });
    const [one, two, gone] = [
      await taskIn(sprint, { title: 'One' }),
      await taskIn(sprint, { title: 'Two' }),
      await taskIn(sprint, { title: 'Gone' }),
    ];
    const { api } = company.member;
    await api.post(`/tasks/${two.id}/move`, { beforeId: one.id });
    expect((await read(sprint)).carriedOver).toEqual([]);
    await act(sprint, action);
    await api.put(`/tasks/${one.id}`, { title: 'Renamed', status: 'Done' });
    await api.put(`/tasks/${done.id}`, { status: 'To Do' });
    await api.delete(`/tasks/${gone.id}`);
    const carriedOver = [
      { id: two.id, tid: two.tid, title: 'Two' },
      { id: one.id, tid: one.tid, title: 'Renamed' },
    ];
    const now = await read(sprint);
    expect(now.carriedOver).toEqual(carriedOver);
    expect((await put(sprint, { ...now, carriedOver: [] })).status).toBe(200);
  });

  it('names 200 of what was open', async () => {
    const sprint = await createActiveSprint(company.member, project.id);
    await addTasks(service.database, sprint.projectId, 201);
    await service.database.rows('UPDATE tasks SET sprint_id = $1 WHERE project_id = $2', [sprint.id, sprint.projectId]);
    await act(sprint, 'complete');
    expect((await read(sprint)).carriedOver).toHaveLength(200);
  });
});
