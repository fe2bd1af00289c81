import { ChangesData } from '#core/events/changes.dto.js';
import type { EventGroup } from '#core/events/event.hooks.js';
import { LabelResponse } from './label.dto.js';

declare module '#core/events/domain-event.js' {
  interface EventPayloads {
    'label.created': LabelResponse;
    'label.updated': LabelResponse & { changes: Changes };
    'label.deleted': LabelResponse;
    'label.completed': LabelResponse;
  }
}

const EXAMPLE: LabelResponse = {
  id: '019df252-5b80-7000-8000-000000000401',
  name: 'Bug',
  color: '#D73A4A',
  createdAt: '2026-04-01T08:00:00.000Z',
  updatedAt: '2026-05-04T09:30:00.000Z',
};

export const LABEL_EVENTS: EventGroup = {
  resource: { dto: LabelResponse, example: EXAMPLE },
  events: {
    'label.created': { description: 'A label is created' },
    'label.updated': {
      description: 'A label is updated',
      adds: ChangesData,
      example: { changes: { color: { from: '#808080', to: '#D73A4A' } } },
    },
    'label.deleted': { description: 'A label is deleted; the data is the label as it last was' },
    'label.completed': { description: 'All tasks carrying a label are completed' },
  },
};
