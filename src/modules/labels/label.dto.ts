import { PageQuery } from '#common/http/page.query.js';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Color, TrimmedText } from '#common/validation/fields.js';
import { SearchParameter } from '#common/validation/parameters.js';
import type { Label } from './label.entity.js';
import type { ReadBack } from '#core/http/read-back.js';

export class LabelsQuery extends PageQuery {
  /** Only those with this in the name, in any case. */
  @SearchParameter()
  search?: string;
}

export class CreateLabel {
  /** Unique in the company, whatever its case. */
  @TrimmedText('required')
  name: string;

  /** Default `#808080`. */
  @Color('optional')
  color?: string;
}

export class UpdateLabel {
  /** Unique in the company, whatever its case. */
  @TrimmedText('changeable')
  name?: string;

  /** The color as `#RRGGBB`. */
  @Color('changeable')
  color?: string;
}

export class LabelResponse extends ResourceResponse {
  /** Unique in the company, whatever its case. */
  name: string;

  /** `#RRGGBB`. */
  color: string;
}

export const LABEL_READ_BACK: ReadBack<LabelResponse, UpdateLabel> = {
  id: 'same',
  createdAt: 'same',
  updatedAt: 'any',
};

export function toLabelResponse({ id, name, color, createdAt, updatedAt }: Label): LabelResponse {
  return { id, name, color, createdAt, updatedAt };
}
