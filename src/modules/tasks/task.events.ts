import type { NamedReference } from '../../common/http/named-reference.dto.js';
import type { Changes, DomainEvent } from '../../core/events/domain-event.js';
import type { TaskResponse } from './task.dto.js';
import { DONE } from './task.entity.js';

declare module '../../core/events/domain-event.js' {
  interface EventPayloads {
    'task.created': TaskResponse;
    'task.updated': TaskResponse & { changes: Changes };
    'task.deleted': TaskResponse;
    'task.completed': TaskResponse;
    'task.assigned': TaskResponse & { assignee: NamedReference };
  }
}

/** A task that is born with an assignee is also assigned; one born as Done is not completed (decisions 9). */
export function taskCreated(task: TaskResponse, assignee: NamedReference | undefined): DomainEvent[] {
  const { projectId } = task;
  const created: DomainEvent = { name: 'task.created', projectId, data: task };
  return assignee ? [created, { name: 'task.assigned', projectId, data: { ...task, assignee } }] : [created];
}

/** One `task.updated`, and the events that two of its changes have besides (decisions 9). */
export function taskUpdated(task: TaskResponse, changes: Changes, assignee?: NamedReference): DomainEvent[] {
  const { projectId } = task;
  const events: DomainEvent[] = [{ name: 'task.updated', projectId, data: { ...task, changes } }];
  if (changes['status']?.to === DONE) events.push({ name: 'task.completed', projectId, data: task });
  if (changes['assigneeId'] && assignee) {
    events.push({ name: 'task.assigned', projectId, data: { ...task, assignee } });
  }
  return events;
}
