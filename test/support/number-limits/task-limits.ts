import { createAgent } from '../../factories/agent.factory.js';
import { announce, attach } from '../../factories/attachment.factory.js';
import { addTasks } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import {
  AT_ONCE,
  callerOf,
  copies,
  FILES_OF_COMPANY,
  type LimitedWorld,
  type Make,
  type NumberLimit,
  ROOM,
} from './number-limit.js';

const MOST_HOURS = 99_999.99;

/** Of what a task has, and of work on tasks. */
export const TASK_LIMITS: readonly NumberLimit[] = [
  {
    what: 'blockers of a task',
    refusal: 'A task has at most ${MOST_BLOCKERS} blockers',
    prepare: async (world) => {
      const { service, company, projectId } = world;
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
      return (place) => callerOf(world, place).post(`/tasks/${task.id}/blockers`, { taskId: others[place]?.id });
    },
  },
  {
    what: 'links of a task',
    refusal: 'A task has at most ${MOST_LINKS} links',
    prepare: async (world) => {
      const { service, company, projectId } = world;
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
      return (place) =>
        callerOf(world, place).post(`/tasks/${task.id}/links`, { taskId: others[place]?.id, type: 'relates' });
    },
  },
  {
    what: 'links of a task to code',
    refusal: 'A task has at most ${MOST_LINKS} links to code',
    prepare: async (world) => {
      const task = await createTask(world.company.owner, world.projectId);
      const make: Make = (place) =>
        callerOf(world, place).post(`/tasks/${task.id}/code`, {
          url: `https://forge.example/acme/web/pull/${place + 1}`,
        });
      const { id } = (await make(AT_ONCE + 1)).body;
      await world.service.database.rows(
        `INSERT INTO code_links SELECT (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'key', 'old-' || n))).*
          FROM code_links l, generate_series(1, $2::integer) n WHERE l.id = $1`,
        [id, 500 - ROOM - 1],
      );
      return make;
    },
  },
  {
    what: 'logged hours of a task',
    refusal: 'A task has at most ${MAX_TASK_HOURS} logged hours',
    prepare: async (world) => {
      const { company, projectId } = world;
      const task = await createTask(company.owner, projectId, { loggedHours: MOST_HOURS - ROOM });
      return (place) => callerOf(world, place).post(`/tasks/${task.id}/time-entries`, { hours: 1 });
    },
  },
  {
    what: 'files of a task',
    refusal: 'A task has at most ${MOST_OF_TASK} files; delete one first',
    prepare: async (world) => {
      const { service, company, projectId } = world;
      const task = await createTask(company.owner, projectId);
      const { id } = await attach(service, company.owner, task.id);
      await copies(world, 'attachments', id, 100 - ROOM - 1);
      return announced(world, task.id);
    },
  },
  {
    what: 'files of a user that wait',
    refusal: 'At most ${MOST_WAITING} files wait for their bytes; send or delete one first',
    prepare: async (world) => {
      const { company, projectId } = world;
      const task = await createTask(company.owner, projectId);
      const { id } = await announce(company.owner, task.id, 1);
      await copies(world, 'attachments', id, 20 - ROOM - 1);
      return (place) => company.owner.api.post(`/tasks/${task.id}/attachments`, { name: `${place}.txt`, size: 1 });
    },
  },
  {
    what: 'bytes of files of a company',
    refusal: 'The files of a company have at most ${companyFileBytes} bytes; delete some first',
    prepare: async (world) => {
      const { service, company, projectId } = world;
      const task = await createTask(company.owner, projectId);
      const { id } = await attach(service, company.owner, task.id);
      await service.database.rows('UPDATE attachments SET size = $2 WHERE id = $1', [id, FILES_OF_COMPANY - ROOM]);
      return announced(world, task.id);
    },
  },
  {
    what: 'activities of a work',
    refusal: 'A work has at most ${MOST_ACTIVITIES} activities',
    prepare: async ({ service, company, projectId }) => {
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
    prepare: (world) => delegatedWork(world, { concurrent: ROOM, perDay: 100 }),
  },
  {
    what: 'works of an agent in a day',
    refusal: 'Past a limit: ${agent.limits.perDay} a day (perDay)',
    prepare: (world) => delegatedWork(world, { concurrent: 100, perDay: ROOM }),
  },
];

/** By two users in turn. */
function announced(world: LimitedWorld, taskId: string): Make {
  return (place) => callerOf(world, place).post(`/tasks/${taskId}/attachments`, { name: `${place}.txt`, size: 1 });
}

async function delegatedWork({ company, projectId }: LimitedWorld, work: object): Promise<Make> {
  const agent = await createAgent(company.owner, 'Otto', { settings: { work } });
  const ids: string[] = [];
  for (let place = 0; place < AT_ONCE + 1; place += 1) {
    ids.push((await createTask(company.owner, projectId, { delegateId: agent.id })).id);
  }
  return (place) => agent.api.post('/work', { taskId: ids[place] });
}
