import type { Request } from 'autocannon';
import { FILTERS } from './filters.js';
import { measureCompiling } from './measure-compiling.js';
import { measureWholeList } from './measure-whole-list.js';
import { type Comparison, compareThroughput } from './measure-throughput.js';
import { sentences } from './prose.js';
import type { SeededCompany } from './seed.js';
import type { ServerProcess } from './server-process.js';
import type { Measurement } from './table.js';

export const COMPARED_WITH_BARE = ['list', 'filters', 'groups', 'by-id', 'create', 'whole-list'] as const;

/** One and a half times as long is two thirds as many. */
const GROUPS_TARGET = 0.67;

/** The service and the bare server on the same tasks. */
export interface Competitors {
  ours: ServerProcess;
  bare: ServerProcess;
  company: SeededCompany;
}

/** Measures what `isWanted`; creating comes last, as it changes what the others find. */
export async function compareWithBare(
  { ours, bare, company }: Competitors,
  isWanted: (measure: (typeof COMPARED_WITH_BARE)[number]) => boolean,
  seconds: number,
): Promise<Measurement[]> {
  const compare = (comparison: Comparison) => compareThroughput({ ours, bare }, comparison, seconds);
  const ofCompany = `companyId=${company.id}`;
  const measurements: Measurement[] = [];
  if (isWanted('whole-list')) {
    measurements.push(
      ...(await measureWholeList({ server: ours, path: '/tasks' }, { server: bare, path: `/tasks?${ofCompany}` })),
    );
  }
  if (isWanted('list')) {
    const pages = company.projectIds.map((id) => `/tasks?projectId=${id}&page=1&limit=50`);
    measurements.push(
      await compare({
        name: 'list of 50 by project, page and count',
        target: 1.3,
        ours: pages.map((path) => ({ path })),
        bare: pages.map((path) => ({ path: `${path}&${ofCompany}` })),
      }),
    );
  }
  if (isWanted('filters')) {
    for (const [place, { name, filter }] of FILTERS.entries()) {
      measurements.push(
        await compare({
          name: `list of 50 by filter: ${name}`,
          target: 0.95,
          ours: [{ path: `/tasks?page=1&limit=50&filter=${encodeURIComponent(filter)}` }],
          bare: [{ path: `/filtered?place=${place}&${ofCompany}` }],
        }),
      );
    }
    measurements.push(measureCompiling());
  }
  if (isWanted('groups')) {
    measurements.push(
      await compare({
        name: 'groups of all 100,000 by status',
        target: GROUPS_TARGET,
        ours: [{ path: '/tasks/groups?by=status' }],
        bare: [{ path: `/groups?${ofCompany}` }],
      }),
    );
  }
  if (isWanted('by-id')) {
    const tasks = company.sample.map(({ id }) => `/tasks/${id}`);
    measurements.push(
      await compare({
        name: 'task by id',
        target: 0.8,
        ours: tasks.map((path) => ({ path })),
        bare: tasks.map((path) => ({ path: `${path}?${ofCompany}` })),
      }),
    );
  }
  if (isWanted('create')) {
    measurements.push(
      await compare({
        name: 'create task',
        target: 0.8,
        ours: company.projectIds.map((projectId) => creation({ projectId })),
        bare: company.projectIds.map((projectId) => creation({ projectId, companyId: company.id })),
      }),
    );
  }
  return measurements;
}

/** POST /tasks with a title and a description. */
export function creation(ids: object): Request {
  const [title = '', ...description] = sentences(5);
  const body = JSON.stringify({ title, description: description.join(' '), ...ids });
  return { method: 'POST', path: '/tasks', headers: { 'content-type': 'application/json' }, body };
}
