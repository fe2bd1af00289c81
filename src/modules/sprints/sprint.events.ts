import type { DomainEvent } from '../../core/events/domain-event.js';
import type { SprintResponse } from './sprint.dto.js';

declare module '../../core/events/domain-event.js' {
  interface EventPayloads {
    'sprint.created': SprintResponse;
    'sprint.started': SprintResponse;
    'sprint.completed': SprintResponse;
    'sprint.cancelled': SprintResponse;
  }
}

/** An update or a deletion of a sprint has no event (service.md "Events"). */
export function sprintEvent(
  name: 'sprint.created' | 'sprint.started' | 'sprint.completed' | 'sprint.cancelled',
  sprint: SprintResponse,
): DomainEvent {
  return { name, projectId: sprint.projectId, data: sprint };
}
