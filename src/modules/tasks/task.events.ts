import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { Changes, DomainEvent, InboxFacts } from '#core/events/domain-event.js';
import { DONE } from '#schema/lanes.js';
import type { EventGroup } from '#core/events/event.hooks.js';
import type { BlockingEffect } from './blockers/blocked-tasks.js';
import { TaskAssigneeData, TaskBlockingData, TaskResponse, UpdatedTaskData } from './task.dto.js';

declare module '#core/events/domain-event.js' {
  interface EventPayloads {
    'task.created': TaskResponse;
    'task.updated': TaskResponse & { changes: Changes } & TaskBlockingData;
    'task.deleted': TaskResponse & TaskBlockingData;
    'task.completed': TaskResponse & TaskBlockingData;
    'task.assigned': TaskResponse & { assignee: NamedReference };
  }
}

const ASSIGNEE: NamedReference = { id: '019df252-5b80-7000-8000-000000000101', name: 'Mia Sommer' };

const EXAMPLE: TaskResponse = {
  id: '019df252-5b80-7000-8000-000000000701',
  tid: 'WEB-12',
  title: 'Take payments by card',
  description: 'Visa and Mastercard to begin with.',
  status: 'In Progress',
  priority: 'High',
  estimatedHours: 8,
  loggedHours: 2.5,
  projectId: '019df252-5b80-7000-8000-000000000201',
  assigneeId: ASSIGNEE.id,
  delegateId: null,
  sprintId: '019df252-5b80-7000-8000-000000000601',
  epicId: '019df252-5b80-7000-8000-000000000501',
  parentId: null,
  dueDate: '2026-05-15T00:00:00.000Z',
  startDate: '2026-05-11T00:00:00.000Z',
  rank: 'a1',
  isBlocked: false,
  recurrenceId: null,
  createdById: '019df252-5b80-7000-8000-000000000102',
  completedAt: null,
  createdAt: '2026-05-01T08:00:00.000Z',
  updatedAt: '2026-05-04T09:30:00.000Z',
};

export const TASK_EVENTS: EventGroup = {
  resource: { dto: TaskResponse, example: EXAMPLE },
  events: {
    'task.created': {
      description: 'A task is created',
      example: { status: 'Backlog', assigneeId: null, loggedHours: null, createdAt: EXAMPLE.updatedAt },
    },
    'task.updated': {
      description: 'A task is updated',
      adds: UpdatedTaskData,
      example: { changes: { status: { from: 'To Do', to: 'In Progress' } } },
    },
    'task.deleted': {
      description: 'A task is deleted; the data is the task as it last was',
      adds: TaskBlockingData,
    },
    'task.completed': {
      description: 'A task status changes to Done',
      adds: TaskBlockingData,
      example: { status: DONE, completedAt: EXAMPLE.updatedAt },
    },
    'task.assigned': {
      description: 'A task is assigned to a user',
      adds: TaskAssigneeData,
      example: { assignee: ASSIGNEE },
    },
  },
};

/** A task created with an assignee is also assigned; one created as Done is not completed. */
export function taskCreated(
  task: TaskResponse,
  assignee: NamedReference | undefined,
  mentioned: readonly string[],
): DomainEvent[] {
  const { projectId } = task;
  const inbox = mentioned.length > 0 ? { mentioned } : undefined;
  const created: DomainEvent = { name: 'task.created', projectId, data: task, inbox };
  return assignee ? [created, { name: 'task.assigned', projectId, data: { ...task, assignee } }] : [created];
}

/**
 * One `task.updated` of the new project, of which receivers of the old one hear, too; who reaches the old one alone is told that the
 * task is deleted.
 */
export function taskTransferred(
  before: TaskResponse,
  task: TaskResponse,
  changes: Changes,
  inbox: InboxFacts | undefined,
): DomainEvent[] {
  const { projectId } = task;
  const parentId = changes['parentId']?.from;
  return [
    {
      name: 'task.deleted',
      projectId: before.projectId,
      data: before,
      movedTo: projectId,
      isUndelivered: true,
      inbox: { tells: 'nobody' },
    },
    {
      name: 'task.updated',
      projectId,
      data: { ...task, changes },
      formerProjectId: before.projectId,
      ...(typeof parentId === 'string' && { taskProjects: { [parentId]: before.projectId } }),
      inbox,
    },
  ];
}

/** One `task.updated`, and one more event when the task is now done or has a new assignee. */
export function taskUpdated(
  task: TaskResponse,
  changes: Changes,
  { assignee, effect, inbox }: { assignee?: NamedReference; effect?: BlockingEffect; inbox?: InboxFacts } = {},
): DomainEvent[] {
  const { projectId } = task;
  const { data, taskProjects } = effect ?? {};
  const events: DomainEvent[] = [
    { name: 'task.updated', projectId, data: { ...task, changes, ...data }, taskProjects, inbox },
  ];
  if (changes['status']?.to === DONE) {
    events.push({ name: 'task.completed', projectId, data: { ...task, ...data }, taskProjects });
  }
  if (changes['assigneeId'] && assignee) {
    events.push({ name: 'task.assigned', projectId, data: { ...task, assignee } });
  }
  return [...events, ...(effect?.notices ?? [])];
}
