import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { Changes } from './domain-event.js';

/** How the description shows `Changes`. */
export const CHANGES_SCHEMA: ApiPropertyOptions = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    description:
      'A list with more than 200 items before or after has `added` and `removed` in place of `from` and `to`; `attachments` and `links` always have one of the two.',
    properties: {
      from: { description: 'The value before.' },
      to: { description: 'The value after.' },
      added: { type: 'array', description: 'What a long list has gained, at most 200 items.', items: {} },
      removed: { type: 'array', description: 'What a long list has lost, at most 200 items.', items: {} },
      truncated: { type: 'boolean', description: 'True when `added` or `removed` is cut.' },
    },
  },
};

/** What the data of an update has besides the resource. */
export class ChangesData {
  /** Each changed field with its value before and after; of a text past 1,000 characters the first 1,000 and `…`. */
  @ApiProperty(CHANGES_SCHEMA)
  changes: Changes;
}
