import { ApiProperty } from '@nestjs/swagger';
import { UNTIMED } from '#common/http/entity-tag.js';
import { PageQuery } from '#common/http/page.query.js';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Reference, WholeNumber } from '#common/http/response.decorators.js';
import {
  Color,
  Flag,
  Integer,
  Matching,
  NestedArray,
  OneOf,
  Text,
  TrimmedText,
  Uuid,
  UuidArray,
} from '#common/validation/fields.js';
import { BooleanParameter, UuidListParameter } from '#common/validation/parameters.js';
import { CUSTOM_FIELD_TYPES, type CustomFieldType } from '#schema/fields.js';
import type { Field } from './field.entity.js';
import { FIELD_KEY } from './field-keys.js';

const NAME = { minimum: 1, maximum: 100 };
const DESCRIPTION = { minimum: 0, maximum: 1_000 };
const MOST_PROJECTS = 200;
/** Options of one field. */
export const MOST_OPTIONS = 200;
/** The largest integer of the database. */
const LAST_POSITION = 2_147_483_647;
const KEY_RULE = 'Must be a to z, 0 to 9 and _, begin with a letter, and have at most 50 characters';

export class FieldsQuery extends PageQuery {
  /** True: archived ones, too. */
  @BooleanParameter()
  archived?: boolean;

  /** Only those of these projects, and those of every project. */
  @UuidListParameter()
  projectId?: string[];
}

export class FieldOptionInput {
  /** Which option of the field it is; one without is the option of that name, or new. */
  @Uuid('optional')
  id?: string;

  /** Unique in the field, whatever its case. */
  @TrimmedText('optional', NAME)
  name?: string;

  /** Default `#808080`. */
  @Color('optional')
  color?: string;

  /** True: no task can get it any more. */
  @Flag('optional')
  archived?: boolean;
}

export class CreateField {
  /** Unique in the company, whatever its case. */
  @TrimmedText('required', NAME)
  name: string;

  /** What its values are; it never changes. */
  @OneOf('required', CUSTOM_FIELD_TYPES, 'CustomFieldType')
  type: CustomFieldType;

  /** What the API calls it; unique in the company for ever. Left out, it is made from the name. */
  @Matching('optional', FIELD_KEY, KEY_RULE)
  key?: string;

  /** What it is for. */
  @Text('optional', DESCRIPTION)
  description?: string;

  /** Of a select or multi-select, in their order; others have none. */
  @NestedArray('optional', () => FieldOptionInput, { minimum: 1, maximum: MOST_OPTIONS })
  options?: FieldOptionInput[];

  /** The projects whose tasks can have it; left out, every project. */
  @UuidArray('optional', { maximum: MOST_PROJECTS })
  projectIds?: string[];

  /** From 0; left out or past the end it is the last. */
  @Integer('optional', 0, LAST_POSITION)
  position?: number;
}

export class UpdateField {
  /** Unique in the company, whatever its case. */
  @TrimmedText('changeable', NAME)
  name?: string;

  /** What it is for. */
  @Text('clearable', DESCRIPTION)
  description?: string | null;

  /** All of them, in their order. One that is left out is gone; when a task has it, it is archived and comes last. */
  @NestedArray('changeable', () => FieldOptionInput, { minimum: 1, maximum: MOST_OPTIONS })
  options?: FieldOptionInput[];

  /** The projects whose tasks can have it; null is every project. */
  @UuidArray('clearable', { maximum: MOST_PROJECTS })
  projectIds?: string[] | null;

  /** From 0; past the end it is the last. The others make room. */
  @Integer('changeable', 0, LAST_POSITION)
  position?: number;

  /** True: no task can get a value any more. */
  @Flag('changeable')
  archived?: boolean;
}

export class FieldOptionResponse {
  /** The id. */
  @Reference()
  id: string;

  /** Unique in the field, whatever its case. */
  name: string;

  /** `#RRGGBB`. */
  color: string;

  /** No task can get it any more. */
  archived: boolean;
}

export class FieldResponse extends ResourceResponse {
  /** What the API calls it. */
  key: string;

  /** Unique in the company, whatever its case. */
  name: string;

  /** What its values are. */
  @ApiProperty({ enum: [...CUSTOM_FIELD_TYPES], enumName: 'CustomFieldType' })
  type: CustomFieldType;

  /** What it is for. */
  description: string | null;

  /** Of a select or multi-select, in their order. */
  options: FieldOptionResponse[];

  /** The projects whose tasks can have it, as far as the caller reaches them; null is every project. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, nullable: true })
  projectIds: string[] | null;

  /** Its place among all fields, from 0. */
  @WholeNumber({ minimum: 0 })
  position: number;

  /** No task can get a value any more. */
  archived: boolean;
}

/** As somebody sees it who reaches these projects. */
export function toFieldResponse(field: Field, isReached: (projectId: string) => boolean): FieldResponse {
  const { id, key, name, type, description, options, projectIds, position, archived, createdAt, updatedAt } = field;
  const reached = projectIds && projectIds.filter(isReached);
  const shown = { id, key, name, type, description, options, projectIds: reached, position, archived };
  return Object.assign({ ...shown, createdAt, updatedAt }, { [UNTIMED]: `${position}.${projectIds?.length ?? ''}` });
}
