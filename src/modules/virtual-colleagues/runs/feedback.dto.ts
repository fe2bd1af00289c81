import { Flag, Text } from '#common/validation/fields.js';

export class GiveFeedback {
  /** Whether it helped. */
  @Flag('required')
  useful: boolean;

  /** Why. */
  @Text('optional', { minimum: 0, maximum: 500 })
  note?: string;
}
