import { ChangesData } from '#core/events/changes.dto.js';
import type { Changes, DomainEvent } from '#core/events/domain-event.js';
import type { EventGroup } from '#core/events/event.hooks.js';
import { ProjectResponse } from './project.dto.js';

declare module '#core/events/domain-event.js' {
  interface EventPayloads {
    'project.created': ProjectResponse;
    'project.updated': ProjectResponse & { changes: Changes };
    'project.archived': ProjectResponse;
    'project.deleted': ProjectResponse;
  }
}

const EXAMPLE: ProjectResponse = {
  id: '019df252-5b80-7000-8000-000000000201',
  key: 'WEB',
  name: 'Web shop',
  description: null,
  status: 'active',
  teamId: '019df252-5b80-7000-8000-000000000301',
  taskCount: 42,
  createdAt: '2026-04-01T08:00:00.000Z',
  updatedAt: '2026-05-04T09:30:00.000Z',
};

export const PROJECT_EVENTS: EventGroup = {
  resource: { dto: ProjectResponse, example: EXAMPLE },
  events: {
    'project.created': { description: 'A project is created', example: { taskCount: 0 } },
    'project.updated': {
      description: 'A project is updated, its members included',
      adds: ChangesData,
      example: { changes: { name: { from: 'Shop', to: 'Web shop' } } },
    },
    'project.archived': { description: 'A project is archived', example: { status: 'archived' } },
    'project.deleted': {
      description: 'A project is deleted with all that it holds; the data is the project as it last was',
    },
  },
};

export function projectUpdated(project: ProjectResponse, changes: Changes): DomainEvent {
  return { name: 'project.updated', projectId: project.id, data: { ...project, changes } };
}
