import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '../../common/http/named-reference.dto.js';
import { Decimal, Text, Timestamp } from '../../common/validation/decorators.js';
import { MAX_HOURS } from '../../common/validation/hours.js';

/** What is less would be rounded to nothing. */
const MIN_HOURS = 0.005;

export class CreateTimeEntry {
  /** Added to the task's `loggedHours`. */
  @Decimal('required', MIN_HOURS, MAX_HOURS)
  hours: number;

  @Text('optional')
  note?: string;

  /** Default: now. */
  @Timestamp('optional')
  spentOn?: string;
}

export class TimeEntryResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, format: 'uuid' })
  taskId: string;

  @ApiProperty({ type: String, format: 'uuid' })
  userId: string;

  user: NamedReference;

  hours: number;

  note: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  spentOn: string;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updatedAt: string;
}
