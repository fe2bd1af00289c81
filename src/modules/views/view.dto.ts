import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '#common/http/page.query.js';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Reference } from '#common/http/response.decorators.js';
import {
  AnyString,
  Integer,
  OneOf,
  OneOfOrName,
  OneOfOrNameArray,
  Text,
  TrimmedText,
  Uuid,
} from '#common/validation/fields.js';
import { patternOf } from '#common/validation/names.js';
import { BooleanParameter, UuidListParameter } from '#common/validation/parameters.js';
import { CUSTOM_NAMES, type CustomName } from '#schema/fields.js';
import { TASK_FIELDS, TASK_SORTS } from '#schema/tasks.js';
import { LAYOUTS, VISIBILITIES } from './view.entity.js';
import type { ReadBack } from '#core/http/read-back.js';

const VIEW_GROUPS = ['status', 'priority', 'assignee', 'delegate', 'label', 'sprint', 'epic', 'project'] as const;
const VIEW_COLUMNS = [...TASK_FIELDS, 'assignee', 'labels', 'project', 'sprint', 'epic', 'promise'];

const NAME = { minimum: 1, maximum: 100 };
const DESCRIPTION = { minimum: 0, maximum: 1_000 };
const MOST_COLUMNS = 30;
/** The largest integer of the database. */
const LAST_POSITION = 2_147_483_647;

type Group = (typeof VIEW_GROUPS)[number] | CustomName;
type Sort = (typeof TASK_SORTS)[number] | CustomName;

export class ViewsQuery extends PageQuery {
  /** Only those of these projects, and those of every project. */
  @UuidListParameter()
  projectId?: string[];

  /** Only the caller's favorites, or only the others. */
  @BooleanParameter()
  favorite?: boolean;
}

export class CreateView {
  /** Need not be unique. */
  @TrimmedText('required', NAME)
  name: string;

  /** What it is for. */
  @Text('optional', DESCRIPTION)
  description?: string;

  /** Which tasks, in the filter language; default all. */
  @AnyString('optional')
  filter?: string;

  /** Only tasks of this project; left out, of every project. */
  @Uuid('optional')
  projectId?: string;

  /** Default `list`. */
  @OneOf('optional', LAYOUTS, 'ViewLayout')
  layout?: (typeof LAYOUTS)[number];

  /** What the tasks stand in groups by. */
  @OneOfOrName('optional', VIEW_GROUPS, CUSTOM_NAMES)
  groupBy?: Group;

  /** What the groups are divided by. */
  @OneOfOrName('optional', VIEW_GROUPS, CUSTOM_NAMES)
  subgroupBy?: Group;

  /** Default `createdAt`. */
  @OneOfOrName('optional', TASK_SORTS, CUSTOM_NAMES)
  sortBy?: Sort;

  /** Default `desc`. */
  @OneOf('optional', ['asc', 'desc'], 'SortOrder')
  sortOrder?: 'asc' | 'desc';

  /** The columns of a list, in their order; left out, the usual ones. With none there is the title alone. */
  @OneOfOrNameArray('optional', VIEW_COLUMNS, CUSTOM_NAMES, MOST_COLUMNS)
  columns?: string[];

  /** Default `private`; `company` needs MEMBER. */
  @OneOf('optional', VISIBILITIES, 'ViewVisibility')
  visibility?: (typeof VISIBILITIES)[number];
}

export class UpdateView {
  /** Need not be unique. */
  @TrimmedText('changeable', NAME)
  name?: string;

  /** What it is for. */
  @Text('clearable', DESCRIPTION)
  description?: string | null;

  /** Which tasks, in the filter language. `"(deleted)"` and `"(hidden)"` in the place of before stay what they were. */
  @AnyString('changeable')
  filter?: string;

  /** Only tasks of this project; null is every project. */
  @Uuid('clearable')
  projectId?: string | null;

  /** How the tasks are shown. */
  @OneOf('changeable', LAYOUTS, 'ViewLayout')
  layout?: (typeof LAYOUTS)[number];

  /** What the tasks stand in groups by. */
  @OneOfOrName('clearable', VIEW_GROUPS, CUSTOM_NAMES)
  groupBy?: Group | null;

  /** What the groups are divided by. */
  @OneOfOrName('clearable', VIEW_GROUPS, CUSTOM_NAMES)
  subgroupBy?: Group | null;

  /** What the tasks are sorted by. */
  @OneOfOrName('changeable', TASK_SORTS, CUSTOM_NAMES)
  sortBy?: Sort;

  /** In which direction. */
  @OneOf('changeable', ['asc', 'desc'], 'SortOrder')
  sortOrder?: 'asc' | 'desc';

  /** The columns of a list, in their order; null is the usual ones. With none there is the title alone. */
  @OneOfOrNameArray('clearable', VIEW_COLUMNS, CUSTOM_NAMES, MOST_COLUMNS)
  columns?: string[] | null;

  /** `company` needs MEMBER. */
  @OneOf('changeable', VISIBILITIES, 'ViewVisibility')
  visibility?: (typeof VISIBILITIES)[number];
}

export class PlaceFavorite {
  /** From 0; past the end it is the last. Left out, it stays where it is, and a new one is the last. */
  @Integer('optional', 0, LAST_POSITION)
  position?: number;
}

export class ViewResponse extends ResourceResponse {
  /** Need not be unique. */
  name: string;

  /** What it is for. */
  description: string | null;

  /** Which tasks: canonical text of the filter language, with the present names. */
  filter: string;

  /** The project whose tasks it shows; null for every project. */
  @Reference({ nullable: true })
  projectId: string | null;

  /** How the tasks are shown. */
  @ApiProperty({ enum: [...LAYOUTS], enumName: 'ViewLayout' })
  layout: (typeof LAYOUTS)[number];

  /** What the tasks stand in groups by; null for none. */
  @ApiProperty({ type: String, pattern: patternOf(VIEW_GROUPS, CUSTOM_NAMES), nullable: true })
  groupBy: Group | null;

  /** What the groups are divided by; null for nothing. */
  @ApiProperty({ type: String, pattern: patternOf(VIEW_GROUPS, CUSTOM_NAMES), nullable: true })
  subgroupBy: Group | null;

  /** What the tasks are sorted by. */
  @ApiProperty({ type: String, pattern: patternOf(TASK_SORTS, CUSTOM_NAMES) })
  sortBy: Sort;

  /** In which direction. */
  @ApiProperty({ enum: ['asc', 'desc'], enumName: 'SortOrder' })
  sortOrder: 'asc' | 'desc';

  /** The columns of a list, in their order; null is the usual ones. With none there is the title alone. */
  @ApiProperty({ type: [String], nullable: true })
  columns: string[] | null;

  /** Who sees it. */
  @ApiProperty({ enum: [...VISIBILITIES], enumName: 'ViewVisibility' })
  visibility: (typeof VISIBILITIES)[number];

  /** Whose it is; null for those that a company has from its start. */
  @Reference({ nullable: true })
  ownerId: string | null;

  /** Whether the caller has it among their favorites. */
  favorite: boolean;

  /** Its place among the caller's favorites, from 0; null when it is none. */
  @ApiProperty({ type: 'integer', nullable: true })
  position: number | null;

  /** The filter names something that has been deleted. */
  broken: boolean;
}

export const VIEW_READ_BACK: ReadBack<ViewResponse, UpdateView> = {
  id: 'same',
  ownerId: 'same',
  createdAt: 'same',
  updatedAt: 'any',
  favorite: 'any',
  position: 'any',
  broken: 'any',
};
