import { ApiProperty } from '@nestjs/swagger';
import { Color, Name } from '../../common/validation/decorators.js';
import type { Label } from './label.entity.js';

export class CreateLabel {
  /** Unique in the company, whatever its case. */
  @Name('required')
  name: string;

  /** Default `#808080`. */
  @Color('optional')
  color?: string;
}

export class UpdateLabel {
  @Name('changeable')
  name?: string;

  @Color('changeable')
  color?: string;
}

export class LabelResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  name: string;

  /** `#RRGGBB`. */
  color: string;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updatedAt: string;
}

export function toLabelResponse({ id, name, color, createdAt, updatedAt }: Label): LabelResponse {
  return { id, name, color, createdAt, updatedAt };
}
