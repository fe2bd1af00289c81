import { z } from 'zod';
import { defineTool, type Desk, peoplesText, type Tool } from '../tool.js';
import { ToolError } from '../tool-error.js';
import { LISTED_FIELDS } from './listed-tasks.js';
import { clearable, epic, moment, project, sprint } from './parameters.js';

const DESTRUCTIVE = { isDestructive: true, isIdempotent: false, isOpenWorld: false };
/** Most sprints, epics or tasks that a plan lists. */
const MOST_LISTED = 100;

interface InProject {
  readonly id: string;
  readonly projectId: string;
}

const getPlan = defineTool({
  name: 'get_plan',
  title: 'Get plan',
  description: `With "sprint": it, its totals, burndown and tasks. With "epic": it, its progress and tasks. Without either: the running and planned sprints and the epics, of "project" or of all. At most ${MOST_LISTED} of each.`,
  input: z.strictObject({
    project: project.optional(),
    sprint: sprint.describe('Name or id').optional(),
    epic: epic.describe('Name or id').optional(),
  }),
  async run({ api, names }, said) {
    const projectId = said.project === undefined ? undefined : await names.project(said.project);
    if (said.sprint === undefined && said.epic === undefined) return peoplesText(await overview(api, projectId));
    return peoplesText({
      ...(said.sprint !== undefined && (await sprintPlan(api, existing(await names.sprint(said.sprint, projectId))))),
      ...(said.epic !== undefined && (await epicPlan(api, existing(await names.epic(said.epic, projectId))))),
    });
  },
});

function existing(id: string | null): string {
  if (id !== null) return id;
  throw new ToolError('Name a sprint or an epic: "none" is neither. find_tasks finds the tasks that are in none.');
}

async function overview(api: Desk['api'], projectId: string | undefined): Promise<object> {
  const [sprints, epics] = await Promise.all([
    api.page<object>('/sprints', MOST_LISTED, { projectId, status: ['active', 'planned'] }),
    api.page<object>('/epics', MOST_LISTED, { projectId }),
  ]);
  return { sprints: sprints.data, epics: epics.data };
}

async function sprintPlan(api: Desk['api'], id: string): Promise<object> {
  const [found, burndown, tasks] = await Promise.all([
    api.get(`/sprints/${id}`),
    api.get(`/sprints/${id}/burndown`),
    tasksOf(api, { sprintId: id }),
  ]);
  return { sprint: found, burndown, sprintTasks: tasks };
}

async function epicPlan(api: Desk['api'], id: string): Promise<object> {
  const [found, tasks] = await Promise.all([api.get(`/epics/${id}`), tasksOf(api, { epicId: id })]);
  return { epic: found, epicTasks: tasks };
}

async function tasksOf(api: Desk['api'], filter: Record<string, string>): Promise<object[]> {
  const query = { ...filter, fields: LISTED_FIELDS, include: 'assignee', sortBy: 'rank', sortOrder: 'asc' };
  return (await api.page<object>('/tasks', MOST_LISTED, query)).data;
}

const ACTIONS = ['start', 'complete', 'cancel'] as const;

const saveSprint = defineTool({
  name: 'save_sprint',
  title: 'Create, change, start or end a sprint',
  description:
    'With "sprint": changes it; only what is given changes, null clears. Without: creates a planned one in "project" with "name". "action" then starts, completes or cancels it. Completing or cancelling takes open tasks out of the sprint; completing can move them to "moveOpenTo".',
  input: z.strictObject({
    sprint: sprint.describe('Name or id').optional(),
    project: project.optional(),
    name: z.string().optional().describe('Required for a new sprint'),
    goal: clearable(z.string().describe('What the sprint is to achieve')).optional(),
    startDate: clearable(moment).optional(),
    endDate: clearable(moment).optional(),
    action: z.enum(ACTIONS).optional().describe('What happens to the sprint after the changes'),
    moveOpenTo: sprint.nullable().optional().describe('Planned or active sprint: name, id or "none"'),
  }),
  effects: DESTRUCTIVE,
  async run(desk, { sprint: said, project: projectSaid, action, moveOpenTo, ...fields }) {
    if (moveOpenTo !== undefined && action !== 'complete') {
      throw new ToolError('"moveOpenTo" goes with action "complete" alone.');
    }
    const id = await existingIn(desk, 'sprint', said, projectSaid);
    // Looked up before anything is changed.
    const target = id === undefined || !moveOpenTo ? null : await siblingOf(desk, id, moveOpenTo);
    if (id !== undefined && Object.keys(fields).length === 0) {
      if (!action) throw new ToolError('Nothing to change: give fields to set, or an action.');
      return peoplesText({ sprint: await act(desk.api, id, action, target) });
    }
    const saved = await save(desk, 'sprint', { id, projectSaid, fields });
    if (!action) return peoplesText({ sprint: saved });
    try {
      return peoplesText({ sprint: await act(desk.api, saved.id, action, target) });
    } catch (error) {
      const done = `The sprint was ${id === undefined ? 'created' : 'changed'} (id ${saved.id})`;
      throw error instanceof ToolError ? error.after(done) : error;
    }
  },
});

/** The id of another sprint of the same project; null for `none`. */
async function siblingOf({ api, names }: Desk, id: string, said: string): Promise<string | null> {
  const { projectId } = await api.get<InProject>(`/sprints/${id}`);
  return names.sprint(said, projectId);
}

function act(api: Desk['api'], id: string, action: (typeof ACTIONS)[number], target: string | null): Promise<object> {
  return api.post(`/sprints/${id}/${action}`, target === null ? undefined : { moveOpenTo: target });
}

const saveEpic = defineTool({
  name: 'save_epic',
  title: 'Create or change an epic',
  description:
    'With "epic": changes it; only what is given changes, null clears. Without: creates one in "project" with "name".',
  input: z.strictObject({
    epic: epic.describe('Name or id').optional(),
    project: project.optional(),
    name: z.string().optional().describe('Required for a new epic'),
    description: clearable(z.string().describe('Markdown')).optional(),
    startDate: clearable(moment).optional(),
    dueDate: clearable(moment).optional(),
  }),
  effects: DESTRUCTIVE,
  async run(desk, { epic: said, project: projectSaid, ...fields }) {
    const id = await existingIn(desk, 'epic', said, projectSaid);
    if (id !== undefined && Object.keys(fields).length === 0) {
      throw new ToolError('Nothing to change: give the fields to set.');
    }
    return peoplesText({ epic: await save(desk, 'epic', { id, projectSaid, fields }) });
  },
});

/** The id of the sprint or epic to change; undefined when a new one is meant. */
async function existingIn(
  { names }: Desk,
  kind: 'sprint' | 'epic',
  said: string | undefined,
  projectSaid: string | undefined,
): Promise<string | undefined> {
  if (said === undefined) return undefined;
  return existing(await names[kind](said, projectSaid === undefined ? undefined : await names.project(projectSaid)));
}

interface Saving {
  /** Undefined: a new one is made. */
  readonly id: string | undefined;
  readonly projectSaid: string | undefined;
  readonly fields: { readonly name?: string | undefined };
}

async function save(
  { api, names }: Desk,
  kind: 'sprint' | 'epic',
  { id, projectSaid, fields }: Saving,
): Promise<InProject> {
  if (id !== undefined) return api.put(`/${kind}s/${id}`, fields);
  if (projectSaid === undefined || fields.name === undefined) {
    throw new ToolError(`To create one give "project" and "name"; to change one give "${kind}".`);
  }
  return api.post(`/${kind}s`, { ...fields, projectId: await names.project(projectSaid) });
}

export const planningTools: Tool[] = [getPlan, saveSprint, saveEpic];
