import type { LabelResponse } from './label.dto.js';

declare module '../../core/events/domain-event.js' {
  interface EventPayloads {
    'label.created': LabelResponse;
    'label.updated': LabelResponse & { changes: Changes };
    'label.deleted': LabelResponse;
    'label.completed': LabelResponse;
  }
}
