import type { DomainEvent } from '#core/events/domain-event.js';
import type { EventGroup } from '#core/events/event.hooks.js';
import { SprintResponse } from './sprint.dto.js';

declare module '#core/events/domain-event.js' {
  interface EventPayloads {
    'sprint.created': SprintResponse;
    'sprint.started': SprintResponse;
    'sprint.completed': SprintResponse;
    'sprint.cancelled': SprintResponse;
  }
}

const EXAMPLE: SprintResponse = {
  id: '019df252-5b80-7000-8000-000000000601',
  projectId: '019df252-5b80-7000-8000-000000000201',
  name: 'Sprint 12',
  goal: 'Customers can pay by card.',
  status: 'planned',
  startDate: '2026-05-04T00:00:00.000Z',
  endDate: '2026-05-18T00:00:00.000Z',
  startedAt: null,
  endedAt: null,
  createdAt: '2026-04-27T08:00:00.000Z',
  updatedAt: '2026-05-04T09:30:00.000Z',
};

const STARTED = { startedAt: '2026-05-04T09:30:00.000Z' };
const ENDED = { startedAt: '2026-04-20T07:00:00.000Z', endedAt: '2026-05-04T09:30:00.000Z' };

export const SPRINT_EVENTS: EventGroup = {
  resource: { dto: SprintResponse, example: EXAMPLE },
  events: {
    'sprint.created': { description: 'A sprint is created' },
    'sprint.started': { description: 'A sprint is started', example: { status: 'active', ...STARTED } },
    'sprint.completed': { description: 'A sprint is completed', example: { status: 'completed', ...ENDED } },
    'sprint.cancelled': { description: 'A sprint is cancelled', example: { status: 'cancelled', ...ENDED } },
  },
};

/** An update or a deletion of a sprint has no event. */
export function sprintEvent(
  name: 'sprint.created' | 'sprint.started' | 'sprint.completed' | 'sprint.cancelled',
  sprint: SprintResponse,
): DomainEvent {
  return { name, projectId: sprint.projectId, data: sprint };
}
