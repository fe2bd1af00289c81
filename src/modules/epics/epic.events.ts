import type { EpicResponse } from './epic.dto.js';

declare module '../../core/events/domain-event.js' {
  interface EventPayloads {
    'epic.created': EpicResponse;
    'epic.updated': EpicResponse & { changes: Changes };
    'epic.deleted': EpicResponse;
  }
}
