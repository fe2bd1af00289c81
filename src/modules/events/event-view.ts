import type { Changes } from '#core/events/domain-event.js';
import { INBOX_NOTICE } from '#core/events/inbox-notice.js';
import { mayKnow, type TaskProjects, visibleChanges } from '#core/events/visible-changes.js';
import type { ReachedProjects } from '#modules/projects/project-access.service.js';
import type { EventResponse } from './event.dto.js';
import type { EventRow } from './event-log.repository.js';

type EventData = Readonly<Record<string, unknown>>;

/** Who reads events. */
export interface EventReader {
  readonly userId: string;
  readonly reach: ReachedProjects;
}

/** The projects that decide who may see the event, and what of it. */
export function projectsOf({ projectId, movedTo, taskProjects }: EventRow): string[] {
  return [projectId, movedTo, ...Object.values(taskProjects ?? {})].filter((id) => id !== null);
}

/**
 * Nobody sees what is for the inbox alone. That a task has left a project is for those who do not reach the other one. Everyone sees that a project is deleted; only ADMIN and OWNER see its other
 * events. `statementOf` of `EventLogRepository` says the same in SQL.
 */
export function isVisible({ projectId, movedTo, name }: EventRow, { reach }: EventReader): boolean {
  if (name === INBOX_NOTICE) return false;
  if (movedTo !== null && (reach.reachesAll || reach.projectIds.has(movedTo))) return false;
  return projectId === null || name === 'project.deleted' || reach.reachesAll || reach.projectIds.has(projectId);
}

/** Whether readers of the event see different things of it. */
export function isPersonal({ name, taskProjects }: EventRow): boolean {
  return name === 'project.deleted' || taskProjects !== null;
}

/** What a reader sees of a personal event: readers with the same key see the same. */
export function viewKey(row: EventRow, { userId, reach }: EventReader): string {
  const { name, audience, taskProjects } = row;
  if (reach.reachesAll) return '*';
  if (name === 'project.deleted') return audience.includes(userId) ? '*' : '';
  const projectIds = new Set(Object.values(taskProjects ?? {}).filter((id) => id !== null));
  return [...projectIds].filter((id) => reach.projectIds.has(id)).join();
}

/** The JSON text of an `EventResponse`: the event as a reader who may see it does. */
export function eventText(row: EventRow, reader: EventReader): string {
  const { id, position, name, timestamp, projectId } = row;
  const others: Omit<EventResponse, 'data'> = {
    id,
    position: String(position),
    event: name,
    timestamp,
    projectId,
    actor: actorOf(row),
  };
  return `${JSON.stringify(others).slice(0, -1)},"data":${visibleData(row, reader)}}`;
}

function actorOf({ actorId, actorName, apiKeyId, actorColleague, via }: EventRow): EventResponse['actor'] {
  const program = via && { via };
  return actorColleague
    ? { type: 'colleague', ...actorColleague, ...program }
    : { type: actorId === null ? 'system' : 'user', id: actorId, name: actorName, apiKeyId, ...program };
}

function visibleData(row: EventRow, { userId, reach }: EventReader): string {
  const { name, data, audience, taskProjects } = row;
  if (reach.reachesAll) return data;
  if (name === 'project.deleted' && !audience.includes(userId)) return JSON.stringify({ id: parsed(row)['id'] });
  return taskProjects ? JSON.stringify(withoutHiddenTasks(parsed(row), taskProjects, reach)) : data;
}

const parsedRows = new WeakMap<EventRow, EventData>();

/** The data of an event, which may be long, is parsed once. */
function parsed(row: EventRow): EventData {
  const known = parsedRows.get(row);
  if (known) return known;
  const data = JSON.parse(row.data) as EventData;
  parsedRows.set(row, data);
  return data;
}

/** Leaves out the ids of tasks of projects out of reach. */
function withoutHiddenTasks(data: EventData, taskProjects: TaskProjects, { projectIds }: ReachedProjects): EventData {
  const isShown = mayKnow(projectIds, taskProjects);
  const shown = (name: string) => {
    const ids = (data[name] as string[] | undefined)?.filter(isShown);
    return ids?.length ? ids : undefined;
  };
  const changes = data['changes'] as Changes | undefined;
  return {
    ...data,
    unblocked: shown('unblocked'),
    blocked: shown('blocked'),
    ...(changes !== undefined && { changes: visibleChanges(changes, isShown) }),
  };
}
