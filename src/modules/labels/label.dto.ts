import { ResourceResponse } from '../../common/http/resource-response.dto.js';
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

export class LabelResponse extends ResourceResponse {
  name: string;

  /** `#RRGGBB`. */
  color: string;
}

export function toLabelResponse({ id, name, color, createdAt, updatedAt }: Label): LabelResponse {
  return { id, name, color, createdAt, updatedAt };
}
