import type { Changes, DomainEvent } from '../../core/events/domain-event.js';
import type { ProjectResponse } from './project.dto.js';

declare module '../../core/events/domain-event.js' {
  interface EventPayloads {
    'project.created': ProjectResponse;
    'project.updated': ProjectResponse & { changes: Changes };
    'project.archived': ProjectResponse;
    'project.deleted': ProjectResponse;
  }
}

export function projectUpdated(project: ProjectResponse, changes: Changes): DomainEvent {
  return { name: 'project.updated', projectId: project.id, data: { ...project, changes } };
}
