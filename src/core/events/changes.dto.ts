import { ApiProperty } from '@nestjs/swagger';
import type { Changes } from './domain-event.js';

/** What the data of an update has besides the resource (decisions 9). */
export class ChangesData {
  /** Each changed field with its value before and after; of a text past 1,000 characters the first 1,000 and `…`. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'object', required: ['from', 'to'], properties: { from: {}, to: {} } },
  })
  changes: Changes;
}
