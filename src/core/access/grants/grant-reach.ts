import { BASE_PATH } from '#common/http/base-path.js';
import type { Permission } from '../permissions.js';
import type { CallerGrant } from './grant.js';

/** What projects are made of, by the first part of the path: read, and written with the scope to write. */
const PROJECTS: ReadonlySet<string> = new Set([
  'attachments',
  'comments',
  'epics',
  'events',
  'filters',
  'mcp',
  'projects',
  'promises',
  'recurrences',
  'sprints',
  'tasks',
  'time-entries',
  'trash',
  'work',
]);

/** What a program needs to know of the company besides, and never writes. */
const COMPANY: ReadonlySet<string> = new Set([
  'event-types',
  'fields',
  'filter-fields',
  'labels',
  'teams',
  'templates',
  'users',
  'virtual-colleagues',
  'workflow-lanes',
]);

/** As `COMPANY`, without what is below it. */
const ALONE: ReadonlySet<string> = new Set(['company', 'me']);

/** What a route asks for, before it is known whether the caller has it. */
interface Asked {
  readonly method: string;
  /** The path of the route, with the names of its parameters. */
  readonly route: string;
  readonly permission: Permission;
}

/** Whether the route changes something; a POST that only reads says so by its permission. */
export function isWrite({ method, permission }: Asked): boolean {
  return method !== 'GET' && method !== 'HEAD' && permission !== 'company-data:read';
}

/**
 * Whether programs may call the route at all. What belongs to the company or to the person is closed to them, and so is
 * every route that nobody has opened here. New projects are not among the chosen ones.
 */
export function isOpenToGrants(asked: Asked, { projectIds }: CallerGrant): boolean {
  const [, base, first = '', ...others] = asked.route.split('/');
  if (base !== BASE_PATH) return false;
  if (asked.route === `/${BASE_PATH}/projects` && asked.method === 'POST') return projectIds === null;
  if (PROJECTS.has(first)) return true;
  const isRead = asked.permission === 'company-data:read' && (asked.method === 'GET' || asked.method === 'HEAD');
  return isRead && (COMPANY.has(first) || (ALONE.has(first) && others.length === 0));
}
