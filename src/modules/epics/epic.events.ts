import { ChangesData } from '#core/events/changes.dto.js';
import type { EventGroup } from '#core/events/event.hooks.js';
import { EpicResponse } from './epic.dto.js';

declare module '#core/events/domain-event.js' {
  interface EventPayloads {
    'epic.created': EpicResponse;
    'epic.updated': EpicResponse & { changes: Changes };
    'epic.deleted': EpicResponse;
  }
}

const EXAMPLE: EpicResponse = {
  id: '019df252-5b80-7000-8000-000000000501',
  projectId: '019df252-5b80-7000-8000-000000000201',
  name: 'Self-service checkout',
  description: 'Customers pay without help.',
  color: '#1F75CB',
  startDate: '2026-05-01T00:00:00.000Z',
  dueDate: '2026-06-30T00:00:00.000Z',
  createdAt: '2026-04-01T08:00:00.000Z',
  updatedAt: '2026-05-04T09:30:00.000Z',
};

export const EPIC_EVENTS: EventGroup = {
  resource: { dto: EpicResponse, example: EXAMPLE },
  events: {
    'epic.created': { description: 'An epic is created' },
    'epic.updated': {
      description: 'An epic is updated',
      adds: ChangesData,
      example: { changes: { dueDate: { from: null, to: '2026-06-30T00:00:00.000Z' } } },
    },
    'epic.deleted': { description: 'An epic is deleted; the data is the epic as it last was' },
  },
};
