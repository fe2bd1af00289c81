import type { ViewResponse } from 'project-management-sdk';
import { createContext, useContext } from 'react';
import { useAddress } from '../lib/address.ts';
import { ProjectContext } from '../lib/project-context.ts';
import { isOwnName } from '../lib/fields.ts';
import { FILTER_NAMES, INCLUDED, NOT_ARCHIVED, type TaskFilters, type TaskQuery } from '../lib/tasks.ts';
import { GROUP_NAMES, type GroupName, joinedFilter } from './groups.ts';

/** The saved view that the screen shows, if it shows one. */
export const ViewContext = createContext<ViewResponse | undefined>(undefined);

/** In an address over a view: without the view's own filter, and without its groups. */
export const NO_FILTER = ' ';
export const NO_GROUP = 'none';

export type Sort = Required<Pick<TaskQuery, 'sortBy' | 'sortOrder'>>;

export interface ShownTasks {
  /** Undefined: of every project. */
  projectId: string | undefined;
  filters: TaskFilters;
  /** What stands in the box: the address's, else the view's own. */
  filterText: string;
  group: GroupName | undefined;
  then: GroupName | undefined;
  sort: Sort;
  /** What comes with each task. */
  include: NonNullable<TaskQuery['include']>;
}

/** Which tasks the screen shows, and how: what the address says, and the view where that is silent. */
export function useShownTasks(): ShownTasks {
  const address = useAddress();
  const view = useContext(ViewContext);
  const project = useContext(ProjectContext);
  const filter = address['filter']?.trim();
  const projectId = view ? (view.projectId ?? undefined) : project?.id;
  const filterText = filter ?? view?.filter ?? '';
  const group = groupOf(address['group'] ?? view?.groupBy);
  const then = groupOf(address['then'] ?? view?.subgroupBy);
  return {
    projectId,
    filters: {
      ...Object.fromEntries(FILTER_NAMES.map((name) => [name, address[name]])),
      filter: leavesOutArchived(projectId, filterText) ? withoutArchived(filter) : (filter ?? ''),
      view: view && filter === undefined ? view.id : '',
    },
    filterText,
    group,
    then: group === undefined || then === group ? undefined : then,
    // Whatever the address says: the service refuses what it does not know.
    sort: {
      sortBy: address['sortBy'] ?? view?.sortBy ?? 'createdAt',
      sortOrder: address['sortOrder'] ?? view?.sortOrder ?? 'desc',
    } as Sort,
    include: includedFor(group, then),
  };
}

/** Values of own fields are read only where one of the names is of such a field. */
export const includedFor = (...names: readonly (string | undefined)[]): ShownTasks['include'] =>
  names.some(isOwnName) ? [...INCLUDED, 'custom'] : INCLUDED;

/** Unless the filter speaks of them itself. */
export const leavesOutArchived = (projectId: string | undefined, filter: string): boolean =>
  projectId === undefined && !/\barchived\b/i.test(filter);

export const withoutArchived = (filter: string | undefined): string => joinedFilter(filter, [NOT_ARCHIVED]);

function groupOf(name: string | null | undefined): GroupName | undefined {
  return isOwnName(name) ? name : GROUP_NAMES.find((one) => one === name);
}
