import type { SampleThingResponse } from './sample-thing.dto.js';

declare module '#core/events/domain-event.js' {
  interface EventPayloads {
    'sample_thing.created': SampleThingResponse;
    'sample_thing.updated': SampleThingResponse & { changes: Changes };
    'sample_thing.deleted': SampleThingResponse;
  }
}
