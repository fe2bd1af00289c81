import type { TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject } from '../../factories/project.factory.js';
import type { TestTask } from '../../factories/task.factory.js';
import { result } from '../../support/answers.js';
import { eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';
import { itWithoutCitus } from '../../support/without-citus.js';

const NOT_FOUND = [404, { error: 'Project not found' }];

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

const events = (projectId: string) => eventsOf(service.database, projectId);
const eventNames = async (projectId: string) => (await events(projectId)).map(({ name }) => name);

describe('DELETE /projects/{id}', () => {
  it('deletes the project with everything in it, with one event', async () => {
    const { id } = await createProject(company.owner);
    await addTasks(service.database, id, 4);
    await company.owner.api.post(`/projects/${id}/archive`);
    const { members, watchLevel: _level, ...last } = (await company.owner.api.get(`/projects/${id}`)).body;
    expect([members.length, last.taskCount, last.status]).toEqual([1, 4, 'archived']);
    expect(result(await company.admin.api.delete(`/projects/${id}`))).toEqual([204, undefined]);
    expect(result(await company.admin.api.delete(`/projects/${id}`))).toEqual(NOT_FOUND);
    expect(result(await company.admin.api.get(`/projects/${id}`))).toEqual(NOT_FOUND);
    for (const table of ['tasks', 'project_members', 'project_counters']) {
      expect(await service.database.rows(`SELECT 1 FROM ${table} WHERE project_id = $1`, [id])).toEqual([]);
    }
    expect((await events(id)).slice(2)).toEqual([{ name: 'project.deleted', data: last }]);
  });

  it('happens once when many requests come at once', async () => {
    const { id } = await createProject(company.owner);
    const answers = await Promise.all(Array.from({ length: 4 }, () => company.owner.api.delete(`/projects/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    expect(await eventNames(id)).toEqual(['project.created', 'project.deleted']);
  });

  it('works while tasks are being created', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await createProject(company.owner);
      const create = () => company.owner.api.post('/tasks', { title: 'Task', projectId: id });
      const before = Array.from({ length: 4 }, create);
      const removed = company.owner.api.delete(`/projects/${id}`);
      const answers = await Promise.all([...before, ...Array.from({ length: 4 }, create)]);
      expect((await removed).status).toBe(204);
      expect(answers.filter(({ status }) => status !== 201 && status !== 404)).toEqual([]);
    }
  });

  itWithoutCitus('deletes its tasks in batches of a thousand, so that no statement runs too long', async () => {
    const { id: projectId } = await createProject(company.member);
    const made: TestTask[] = [];
    for (let bulk = 0; bulk < 11; bulk += 1) {
      const tasks = Array.from({ length: 100 }, () => ({ title: 'Task', projectId }));
      made.push(...(await company.member.api.post('/tasks/bulk-create', { tasks })).body.tasks);
    }
    const [oldest, newest] = [made[0]?.id ?? '', made.at(-1)?.id ?? ''];
    // The one is deleted long after the other, which stands above it.
    expect((await company.member.api.put(`/tasks/${oldest}`, { parentId: newest })).status).toBe(200);
    await service.database.rows('CREATE TABLE deletions (tasks integer)');
    await service.database.rows(`CREATE FUNCTION count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO deletions SELECT count(*) FROM gone; RETURN NULL; END $$`);
    await service.database.rows(`CREATE TRIGGER counts AFTER DELETE ON tasks REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION count_deleted()`);
    expect((await company.admin.api.delete(`/projects/${projectId}`)).status).toBe(204);
    const deletions = await service.database.rows('SELECT tasks FROM deletions WHERE tasks > 0 ORDER BY tasks');
    expect(deletions).toEqual([{ tasks: 100 }, { tasks: 1_000 }]);
    await service.database.rows('DROP TRIGGER counts ON tasks');
  });
});
