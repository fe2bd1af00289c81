import type { TaskResponse, UserReference } from './task.dto.js';

declare module '../../core/events/domain-event.js' {
  interface EventPayloads {
    'task.created': TaskResponse;
    'task.updated': TaskResponse & { changes: Changes };
    'task.deleted': TaskResponse;
    'task.completed': TaskResponse;
    'task.assigned': TaskResponse & { assignee: UserReference };
  }
}
