import { ApiProperty } from '@nestjs/swagger';
import { WholeNumber } from '#common/http/response.decorators.js';
import { AnyString, Uuid } from '#common/validation/fields.js';
import {
  FIELD_TYPES,
  type FieldType,
  FILTER_OPERATORS,
  type FilterOperator,
} from '#modules/filters/filters.service.js';

export class CheckFilter {
  /** A text in the filter language; an empty one lets every task through. */
  @AnyString('required')
  filter: string;

  /** Count the tasks of this project alone. */
  @Uuid('optional')
  projectId?: string;
}

export class CheckedFilterResponse {
  /** The canonical text. */
  filter: string;

  /** How many tasks it lets through now. */
  @WholeNumber()
  tasks: number;
}

export class FilterFieldResponse {
  /** Its first name. */
  name: string;

  /** Its other names. */
  aliases: string[];

  /** What it is compared with. */
  @ApiProperty({ enum: [...FIELD_TYPES], enumName: 'FilterFieldType' })
  type: FieldType;

  /** What it can be compared by; `in` stands for `in` and `not in`, `empty` for `is empty` and `is not empty`. */
  @ApiProperty({ enum: [...FILTER_OPERATORS], isArray: true, enumName: 'FilterOperator' })
  operators: FilterOperator[];

  /** Names, and words that mean something without quotes; null when there are none. */
  @ApiProperty({ type: [String], nullable: true })
  values: string[] | null;

  /** What it is, in a line. */
  description: string;

  /** A condition with it. */
  example: string;

  /** True of a field of the company's own; left out of others. */
  @ApiProperty({ type: Boolean, required: false })
  custom?: true;
}
