import fc from 'fast-check';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { eventsAfter } from '../../factories/event.factory.js';
import { EventCopy, freshState } from '../../support/event-copy.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** A client that keeps a copy by events has what a fresh GET has (docs/events.md). */

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const STATUSES = ['Backlog', 'In Progress', 'Blocked', 'Done'];

/** What is done, with numbers that choose among what there is. */
const steps = fc.array(
  fc.record({
    action: fc.constantFrom(
      ...['task', 'task', 'task', 'child', 'status', 'status', 'bulk', 'rename', 'move', 'block', 'block', 'unblock'],
      ...['label', 'relabel', 'epic', 'into epic', 'sprint', 'into sprint', 'start', 'complete', 'cancel', 'comment'],
      ...[
        'delete task',
        'delete epic',
        'delete label',
        'project',
        'rename project',
        'archive',
        'delete project',
        'time',
      ],
    ),
    one: fc.nat(),
    other: fc.nat(),
  }),
  { minLength: 60, maxLength: 60 },
);

/** Does a step in a company, whatever is answered: most may be refused. */
class Doer {
  constructor(private readonly company: TestCompany) {}

  async do({ action, one, other }: { action: string; one: number; other: number }): Promise<void> {
    const { api } = this.company.owner;
    const pick = async (kind: string, number: number): Promise<string> => {
      const { body } = await api.get<{ id: string }[]>(`/${kind}`);
      return body[number % (body.length || 1)]?.id ?? 'none';
    };
    const [task, second] = [await pick('tasks', one), await pick('tasks', other)];
    const project = await pick('projects', one);
    const put = (body: object) => api.put(`/tasks/${task}`, body);
    const actions: Record<string, () => Promise<unknown>> = {
      task: () => api.post('/tasks', { title: `Task ${one}`, projectId: project }),
      child: () => put({ parentId: second }),
      status: () => put({ status: STATUSES[other % STATUSES.length], assigneeId: this.company.member.id }),
      bulk: () => api.post('/tasks/bulk', { ids: [task, second], set: { status: STATUSES[other % STATUSES.length] } }),
      rename: () => put({ title: `Renamed ${other}`, description: 'x'.repeat(other % 2_000) }),
      move: () => api.post(`/tasks/${task}/move`, { beforeId: second }),
      // In one project: nothing tells that a blocker has gone with its project (docs/events.md).
      block: async () => {
        const { projectId } = (await api.get(`/tasks/${task}`)).body;
        return api.post(`/tasks/${task}/blockers`, { taskId: await pick(`tasks?projectId=${projectId}`, other) });
      },
      unblock: () => api.delete(`/tasks/${task}/blockers/${second}`),
      label: () => api.post('/labels', { name: `Label ${one}` }),
      relabel: async () => put({ labelIds: [await pick('labels', other)] }),
      epic: () => api.post('/epics', { name: 'Epic', projectId: project }),
      'into epic': async () => put({ epicId: await pick('epics', other) }),
      sprint: () => api.post('/sprints', { name: 'Sprint', projectId: project }),
      'into sprint': async () => put({ sprintId: await pick('sprints', other) }),
      start: async () => api.post(`/sprints/${await pick('sprints', other)}/start`),
      complete: async () => api.post(`/sprints/${await pick('sprints', other)}/complete`),
      cancel: async () => api.post(`/sprints/${await pick('sprints', other)}/cancel`),
      comment: () => api.post(`/tasks/${task}/comments`, { body: 'Comment' }),
      time: () => api.post(`/tasks/${task}/time-entries`, { hours: 1 }),
      'delete task': () => api.delete(`/tasks/${task}`),
      'delete epic': async () => api.delete(`/epics/${await pick('epics', other)}`),
      'delete label': async () => api.delete(`/labels/${await pick('labels', other)}`),
      project: () => api.post('/projects', { name: `Project ${one}` }),
      'rename project': () => api.put(`/projects/${project}`, { name: `Renamed ${other}` }),
      archive: () => api.post(`/projects/${project}/${other % 3 === 0 ? 'archive' : 'unarchive'}`),
      'delete project': async () => (other % 4 === 0 ? api.delete(`/projects/${project}`) : undefined),
    };
    await actions[action]!();
  }
}

it('keeps a copy that equals a fresh GET after random changes (property)', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const company = await createCompany(service.api);
      const doer = new Doer(company);
      const copy = new EventCopy();
      let position = '0';
      await company.owner.api.post('/projects', { name: 'First' });
      for (const [index, step] of plan.entries()) {
        await doer.do(step);
        if (index % 20 !== 19) continue;
        const events = await eventsAfter(company.viewer, position);
        events.forEach((event) => copy.apply(event));
        position = events.at(-1)?.position ?? position;
        expect(copy.state).toEqual(await freshState(company.viewer.api));
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
});
