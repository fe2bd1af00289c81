import { z } from 'zod';
import { withNamedPeople } from '../mentioned.js';
import { isNone, type NamedTask } from '../names.js';
import { defineTool, type Desk, peoplesText, type Tool } from '../tool.js';
import { ToolError } from '../tool-error.js';
import { project, type SomeTaskFields, someTaskFields, task, taskFields } from './parameters.js';
import { taskBody } from './task-body.js';

const DESTRUCTIVE = { isDestructive: true, isIdempotent: false, isOpenWorld: false };

/** Tasks that may be the same as a new one, and from where on titles say so. */
const MOST_SIMILAR = 3;
const SIMILAR = 0.6;

const template = z.string().describe('Of the project or the company: name or id');

const newTaskFields = someTaskFields.extend({ title: taskFields.title, project });
type NewTaskFields = z.output<typeof newTaskFields>;

const saveTask = defineTool({
  name: 'save_task',
  title: 'Create or change a task',
  description:
    'With "task": changes it; only what is given changes, null or "none" clears. Without: creates a task in "project" (required, as is "title"), by default in status Backlog; with "template" from that, with its subtasks, and what is given wins. "similar" then names tasks that may be the same.',
  input: someTaskFields.extend({ task: task.optional(), project: project.optional(), template: template.optional() }),
  effects: DESTRUCTIVE,
  async run(desk, { task: said, project: projectSaid, template: templateSaid, ...fields }) {
    if (said !== undefined && templateSaid !== undefined) {
      throw new ToolError('A task is made from a template, and not changed by one: leave out "task" or "template".');
    }
    if (projectSaid !== undefined && templateSaid !== undefined) {
      const body = await newTask(desk, { ...fields, project: projectSaid });
      const templateId = await desk.names.template(templateSaid, body.projectId);
      const made = await desk.api.post<MadeTask>('/tasks', { ...body, templateId });
      return peoplesText({ task: made, similar: await findSimilar(desk, made) });
    }
    if (said !== undefined) return peoplesText({ task: await changeTask(desk, said, projectSaid, fields) });
    const { title } = fields;
    if (projectSaid === undefined || title === undefined) {
      throw new ToolError(
        'To create a task give at least "project" and "title" or "template"; to change one give "task".',
      );
    }
    const body = await newTask(desk, { ...fields, title, project: projectSaid });
    const made = await desk.api.post<MadeTask>('/tasks', body);
    return peoplesText({ task: made, similar: await findSimilar(desk, made) });
  },
});

type MadeTask = Record<'id' | 'tid' | 'title' | 'projectId', string>;

/** Other tasks of its project that may be the same. @throws ToolError that says that the task is made */
async function findSimilar({ api }: Desk, { id, tid, title, projectId }: MadeTask): Promise<object[]> {
  try {
    const query = { title, projectId, limit: MOST_SIMILAR + 1 };
    const found = await api.get<{ id: string; score: number }[]>('/tasks/similar', query);
    return found.filter((other) => other.id !== id && other.score >= SIMILAR).slice(0, MOST_SIMILAR);
  } catch (error) {
    throw error instanceof ToolError ? error.after(`${tid} was created`) : error;
  }
}

async function changeTask(
  { api, names }: Desk,
  said: string,
  projectSaid: string | undefined,
  fields: SomeTaskFields,
): Promise<object> {
  if (Object.keys(fields).length === 0) throw new ToolError('Nothing to change: give the fields to set.');
  await names.tasks([said, ...parentsOf([fields])]);
  const task = await names.task(said);
  const projectId = hasPlan(fields) || projectSaid !== undefined ? await names.projectOf(task) : undefined;
  if (projectSaid !== undefined && (await names.project(projectSaid)) !== projectId) {
    throw new ToolError('A task stays in its project: leave out "project", or create a new task there.');
  }
  const body = await taskBody(names, await withMentions(names, fields, () => names.projectOf(task)), projectId);
  return api.put(`/tasks/${task.id}`, body);
}

/** The fields with the people that the description names as mentions. */
async function withMentions(
  names: Desk['names'],
  fields: SomeTaskFields,
  findProject: () => Promise<string>,
): Promise<SomeTaskFields> {
  const { description } = fields;
  if (!description?.includes('@')) return fields;
  return { ...fields, description: await withNamedPeople(names, await findProject(), description) };
}

/** Whether what is set has to be of the task's project. */
function hasPlan({ sprint, epic }: SomeTaskFields): boolean {
  return Boolean(sprint ?? epic);
}

/** The body that makes a task. */
async function newTask(
  { names }: Desk,
  { project: said, ...given }: SomeTaskFields & Pick<NewTaskFields, 'project'>,
): Promise<{ projectId: string }> {
  const projectId = await names.project(said);
  const fields = await withMentions(names, given, () => Promise.resolve(projectId));
  return { projectId, ...(await taskBody(names, fields, projectId)) };
}

/** Parents that are named, to be looked up in one request. */
function parentsOf(tasks: readonly SomeTaskFields[]): string[] {
  return tasks.flatMap(({ parent }) => (typeof parent === 'string' && !isNone(parent) ? [parent] : []));
}

const saveTasks = defineTool({
  name: 'save_tasks',
  title: 'Create or change many tasks',
  description:
    'All or nothing. Either "create": makes up to 100 tasks; or "set" with "tasks" or "filter": changes up to 200 tasks alike. For one task take save_task.',
  input: z.strictObject({
    create: z.array(newTaskFields).min(1).max(100).optional().describe('New tasks, each as in save_task'),
    tasks: z.array(task).min(1).max(200).optional().describe('Tasks to change: tids or ids'),
    filter: z.string().optional().describe('In place of "tasks": as in find_tasks; at most 200 match'),
    expected: z.int().min(1).max(200).optional().describe('With "filter": how many tasks match'),
    set: someTaskFields.optional().describe('As in save_task'),
  }),
  effects: DESTRUCTIVE,
  async run(desk, { create, tasks, filter, expected, set }) {
    if (create && !tasks && !set && filter === undefined) return peoplesText(brief(await createTasks(desk, create)));
    if (tasks && set && !create && filter === undefined) return peoplesText(brief(await changeTasks(desk, tasks, set)));
    if (filter !== undefined && set && !create && !tasks) {
      return peoplesText(brief(await changeMatching(desk, { filter, expected }, set)));
    }
    throw new ToolError(
      'Give either "create", or "tasks" and "set". In place of "tasks", "filter" and "expected" may say which.',
    );
  },
});

interface SavedTasks {
  readonly tasks: readonly {
    readonly id: string;
    readonly tid: string;
    readonly title: string;
    readonly status: string;
  }[];
}

async function createTasks(desk: Desk, create: NewTaskFields[]): Promise<SavedTasks> {
  await desk.names.tasks(parentsOf(create));
  await desk.names.labels(create.flatMap(({ labels = [] }) => labels));
  const bodies: object[] = [];
  for (const fields of create) bodies.push(await newTask(desk, fields));
  return desk.api.post('/tasks/bulk-create', { tasks: bodies });
}

async function changeTasks({ api, names }: Desk, said: string[], set: SomeTaskFields): Promise<SavedTasks> {
  const tasks = (await names.tasks([...said, ...parentsOf([set])])).slice(0, said.length);
  // All have to be of one project then: the API refuses the others.
  const projectId = hasPlan(set) ? await names.projectOf(tasks[0] as NamedTask) : undefined;
  return api.post('/tasks/bulk', { ids: tasks.map(({ id }) => id), set: await taskBody(names, set, projectId) });
}

/** Sprints and epics of `set` are named by their ids then: the tasks may be of any project. */
async function changeMatching(
  { api, names }: Desk,
  meant: { filter: string; expected: number | undefined },
  set: SomeTaskFields,
): Promise<SavedTasks> {
  return api.post('/tasks/bulk', { ...meant, set: await taskBody(names, set, undefined) });
}

/** What is needed to go on with them: 200 whole descriptions would fill any agent's memory. */
function brief({ tasks }: SavedTasks): object {
  return { tasks: tasks.map(({ id, tid, title, status }) => ({ id, tid, title, status })) };
}

const moveTask = defineTool({
  name: 'move_task',
  title: 'Move a task in its order',
  description:
    'Puts a task right before or right after another one of its project (give exactly one of the two), and into another status if given.',
  input: z.strictObject({
    task,
    before: task.describe('The task that comes right after it: tid or id').optional(),
    after: task.describe('The task that comes right before it: tid or id').optional(),
    status: taskFields.status.optional(),
  }),
  effects: { ...DESTRUCTIVE, isIdempotent: true },
  async run({ api, names }, { task: said, before, after, status }) {
    const neighbour = before ?? after;
    if (neighbour === undefined || (before !== undefined && after !== undefined)) {
      throw new ToolError('Give exactly one of "before" and "after".');
    }
    const [moved, other] = await names.tasks([said, neighbour]);
    const body = {
      [before === undefined ? 'afterId' : 'beforeId']: other?.id,
      ...(status !== undefined && { status }),
    };
    return peoplesText({ task: await api.post(`/tasks/${moved?.id}/move`, body) });
  },
});

export const taskWritingTools: Tool[] = [saveTask, saveTasks, moveTask];
