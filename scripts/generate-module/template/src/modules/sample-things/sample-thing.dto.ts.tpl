import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { TrimmedText, Text } from '#common/validation/fields.js';
import type { SampleThing } from './sample-thing.entity.js';

export class CreateSampleThing {
  /** What it is called. */
  @TrimmedText('required')
  name: string;

  /** What it is about, in Markdown. */
  @Text('optional')
  description?: string;
}

export class UpdateSampleThing {
  /** What it is called. */
  @TrimmedText('changeable')
  name?: string;

  /** What it is about, in Markdown. */
  @Text('clearable')
  description?: string | null;
}

export class SampleThingResponse extends ResourceResponse {
  /** What it is called. */
  name: string;

  /** What it is about, in Markdown. */
  description: string | null;
}

export function toSampleThingResponse(row: SampleThing): SampleThingResponse {
  const { id, name, description, createdAt, updatedAt } = row;
  return { id, name, description, createdAt, updatedAt };
}
