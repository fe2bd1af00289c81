import { ApiProperty } from '@nestjs/swagger';
import { Name, Text } from '../../common/validation/decorators.js';
import type { SampleThing } from './sample-thing.entity.js';

export class CreateSampleThing {
  @Name('required')
  name: string;

  @Text('optional')
  description?: string;
}

export class UpdateSampleThing {
  @Name('changeable')
  name?: string;

  @Text('clearable')
  description?: string | null;
}

export class SampleThingResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  name: string;

  description: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updatedAt: string;
}

export function toSampleThingResponse(row: SampleThing): SampleThingResponse {
  const { id, name, description, createdAt, updatedAt } = row;
  return { id, name, description, createdAt, updatedAt };
}
