import { z } from 'zod';
import type { Page } from '../api-calls.js';
import { defineTool, peoplesText, type Tool } from '../tool.js';

/** Most of each kind that get_context lists. */
const MOST_LISTED = 100;
/** Options of one field. */
const MOST_OPTIONS = 50;

type Item = Record<string, unknown>;

const getContext = defineTool({
  name: 'get_context',
  title: 'Get context',
  description: `Call this first: who the user is, which agent the key belongs to if any, and the projects, people, lanes (statuses), labels, running sprints and own fields of tasks there are. Of each kind at most ${MOST_LISTED}; "more" counts the others.`,
  input: z.strictObject({}),
  async run({ api }) {
    const [me, projects, people, lanes, labels, runningSprints, fields] = await Promise.all([
      api.get<Item>('/me'),
      api.page<Item>('/projects', MOST_LISTED, { status: 'active' }),
      api.page<Item>('/users', MOST_LISTED),
      api.page<Item>('/workflow-lanes', MOST_LISTED),
      api.page<Item>('/labels', MOST_LISTED),
      api.page<Item>('/sprints', MOST_LISTED, { status: 'active' }),
      api.page<Item>('/fields', MOST_LISTED),
    ]);
    return peoplesText({
      agent: api.agent,
      me: only(me, ['id', 'name', 'email', 'role', 'company']),
      projects: projects.data.map((item) => only(item, ['id', 'key', 'name', 'taskCount'])),
      people: people.data.filter((user) => user['active']).map(person),
      lanes: lanes.data.map(({ name }) => name),
      labels: labels.data.map((item) => only(item, ['id', 'name'])),
      runningSprints: runningSprints.data.map((item) =>
        only(item, ['id', 'name', 'projectId', 'startDate', 'endDate']),
      ),
      ...(fields.data.length > 0 && { fields: fields.data.map(fieldSaid) }),
      more: countOthers({ projects, people, lanes, labels, runningSprints, fields }),
    });
  },
});

/** The projects are left out where it is for all of them. */
function fieldSaid(field: Item): Item {
  const options = (field['options'] as { name: string; archived: boolean }[])
    .filter(({ archived }) => !archived)
    .slice(0, MOST_OPTIONS)
    .map(({ name }) => name);
  const projectIds = field['projectIds'];
  return {
    ...only(field, ['key', 'name', 'type']),
    ...(projectIds !== null && { projectIds }),
    ...(options.length > 0 && { options }),
  };
}

/** Whoever is away, now or soon, says so. */
function person(user: Item): Item {
  const fields = ['id', 'name', 'email', 'role'];
  return only(user, user['away'] ? [...fields, 'away'] : fields);
}

function only(item: Item, fields: readonly string[]): Item {
  return Object.fromEntries(fields.map((field) => [field, item[field]]));
}

/** How many of each kind are not listed. */
function countOthers(pages: Record<string, Page<unknown>>): Record<string, number> {
  const others = Object.entries(pages).map(([kind, { data, meta }]): [string, number] => {
    return [kind, meta.pagination.total - data.length];
  });
  return Object.fromEntries(others.filter(([, count]) => count > 0));
}

export const contextTools: Tool[] = [getContext];
