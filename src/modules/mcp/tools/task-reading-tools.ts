import { z } from 'zod';
import type { Page, Query } from '../api-calls.js';
import type { Names } from '../names.js';
import { defineTool, type Desk, peoplesText, type Tool } from '../tool.js';
import { epic, filter, limit, moment, person, PRIORITIES, project, sprint, task } from './parameters.js';
import { LISTED_FIELDS } from './listed-tasks.js';

/** How many of the newest comments, and of the newest changes, get_task shows. */
const NEWEST = 20;

const findTasksInput = z.strictObject({
  filter: filter.optional(),
  project: project.optional(),
  search: z.string().optional().describe('Words that all occur in title, description or tid'),
  status: z.array(z.string()).optional().describe('In any of these statuses'),
  priority: z.array(z.enum(PRIORITIES)).optional().describe('With any of these priorities'),
  assignee: person.optional(),
  label: z.string().optional().describe('Name or id'),
  sprint: sprint.optional(),
  epic: epic.optional(),
  isBlocked: z.boolean().optional().describe('true: only blocked tasks; false: only others'),
  dueBefore: moment.optional(),
  dueAfter: moment.optional(),
  startBefore: moment.optional(),
  startAfter: moment.optional(),
  limit: limit.optional(),
  cursor: z.string().optional().describe('"next" of the answer before; repeat its filters'),
});

const findTasks = defineTool({
  name: 'find_tasks',
  title: 'Find tasks',
  description:
    'Tasks that match all filters, the most urgent first; without filters, all. Done tasks are among them: give status to leave them out. "next" is the cursor of the next page, null at the end.',
  input: findTasksInput,
  async run({ api, names }, { cursor = '', limit: most = 50, ...filters }) {
    const { data, meta } = await api.get<{ data: ListedTask[]; meta: { next: string | null } }>('/tasks', {
      ...(await toQuery(names, filters)),
      fields: LISTED_FIELDS,
      include: ['assignee', 'project', 'labels', 'custom'],
      sortBy: 'priority',
      cursor,
      limit: most,
    });
    return peoplesText({ tasks: data.map(withoutEmptyValues), next: meta.next });
  },
});

interface ListedTask {
  readonly custom: object;
}

/** Most companies have no fields of their own. */
function withoutEmptyValues({ custom, ...task }: ListedTask): object {
  return Object.keys(custom).length > 0 ? { ...task, custom } : task;
}

/** The filters as the API takes them. */
async function toQuery(
  names: Names,
  filters: Omit<z.output<typeof findTasksInput>, 'cursor' | 'limit'>,
): Promise<Query> {
  const { project: projectSaid, assignee, sprint: sprintSaid, epic: epicSaid, label, ...asTheyAre } = filters;
  const projectId = projectSaid === undefined ? undefined : await names.project(projectSaid);
  const orNull = async (said: string | undefined, find: (said: string) => Promise<string | null>) => {
    return said === undefined ? undefined : ((await find(said)) ?? 'null');
  };
  return {
    ...asTheyAre,
    projectId,
    assigneeId: await orNull(assignee, (said) => names.person(said)),
    sprintId: await orNull(sprintSaid, (said) => names.sprint(said, projectId)),
    epicId: await orNull(epicSaid, (said) => names.epic(said, projectId)),
    labelIds: await orNull(label, (said) => names.label(said)),
  };
}

const getTask = defineTool({
  name: 'get_task',
  title: 'Get task',
  description: `A task with its whole description, its labels, its blockers (tasks it waits for), its links (tasks it relates to, or duplicates), its files ("attachments"), what is promised of it ("promise") and asked of the user ("asked"), its newest ${NEWEST} comments and its history, the newest ${NEWEST} changes; "totals" says how many there are, and how many descriptions it has had.`,
  input: z.strictObject({ task }),
  async run({ api, names }, { task: said }) {
    const { id } = await names.task(said);
    const [found, blockers, links, comments, history, descriptions] = await Promise.all([
      api.get<{ attachments: Attachment[] }>(`/tasks/${id}`),
      api.page<{ tid: string; title: string; status: string }>(`/tasks/${id}/blockers`, 100),
      api.page<{ type: string; direction: string | null; task: { tid: string; title: string; status: string } }>(
        `/tasks/${id}/links`,
        100,
      ),
      newestComments(api, id),
      api.page(`/tasks/${id}/activity`, NEWEST),
      api.page(`/tasks/${id}/descriptions`, 1),
    ]);
    return peoplesText({
      task: { ...found, attachments: found.attachments.map(attachmentSaid) },
      blockers: blockers.data.map(({ tid, title, status }) => ({ tid, title, status })),
      links: links.data.map(({ type, direction, task: { tid, title, status } }) => ({
        type,
        direction,
        tid,
        title,
        status,
      })),
      comments: comments.data,
      history: history.data,
      totals: {
        comments: comments.total,
        changes: history.meta.pagination.total,
        descriptions: descriptions.meta.pagination.total,
      },
    });
  },
});

interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  /** Needs the credentials of the user: never a link that works without them. */
  readonly url: string;
}

function attachmentSaid({ id, name, size, contentType, url }: Attachment): Attachment {
  return { id, name, size, contentType, url };
}

/** Comments are listed by age: the newest are on the last page, and on the one before it. */
async function newestComments(api: Desk['api'], id: string): Promise<{ data: unknown[]; total: number }> {
  const read = (page: number) => api.get<Page<unknown>>(`/tasks/${id}/comments`, { page, limit: NEWEST });
  const first = await read(1);
  const { total, totalPages } = first.meta.pagination;
  if (totalPages <= 1) return { data: first.data, total };
  const before = totalPages === 2 ? first : await read(totalPages - 1);
  const last = await read(totalPages);
  return { data: [...before.data, ...last.data].slice(-NEWEST), total };
}

export const taskReadingTools: Tool[] = [findTasks, getTask];
