import type { EventGroup } from '#core/events/event.hooks.js';
import { PromiseResponse } from '#modules/tasks/task-promise.dto.js';

declare module '#core/events/domain-event.js' {
  interface EventPayloads {
    'promise.made': PromiseResponse;
    'promise.ended': PromiseResponse;
  }
}

const EXAMPLE: PromiseResponse = {
  id: '019df252-5b80-7000-8000-000000000901',
  taskId: '019df252-5b80-7000-8000-000000000701',
  person: { id: '019df252-5b80-7000-8000-000000000101', name: 'Mia Sommer' },
  until: '2026-05-08',
  words: 'Ready on Friday',
  source: 'console',
  state: 'open',
  createdAt: '2026-05-04T09:30:00.000Z',
  endedAt: null,
};

export const PROMISE_EVENTS: EventGroup = {
  resource: { dto: PromiseResponse, example: EXAMPLE },
  areUnsent: true,
  events: {
    'promise.made': { description: 'Somebody promises a task' },
    'promise.ended': {
      description: 'A promise is kept, moved, broken or withdrawn',
      example: { state: 'kept', endedAt: '2026-05-07T15:00:00.000Z' },
    },
  },
};
