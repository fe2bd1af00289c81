import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { PageQuery } from '#common/http/page.query.js';
import { Color, TrimmedText, Text, Timestamp, Uuid } from '#common/validation/fields.js';
import { UuidListParameter } from '#common/validation/parameters.js';
import type { Epic } from './epic.entity.js';
import type { ReadBack } from '#core/http/read-back.js';

export class CreateEpic {
  /** The project that it belongs to. */
  @Uuid('required')
  projectId: string;

  /** What it is called. */
  @TrimmedText('required')
  name: string;

  /** What it is about, in Markdown. */
  @Text('optional')
  description?: string;

  /** Default `#808080`. */
  @Color('optional')
  color?: string;

  /** When it is to begin. */
  @Timestamp('optional')
  startDate?: string;

  /** Not before `startDate`. */
  @Timestamp('optional')
  dueDate?: string;
}

export class UpdateEpic {
  /** What it is called. */
  @TrimmedText('changeable')
  name?: string;

  /** What it is about, in Markdown. */
  @Text('clearable')
  description?: string | null;

  /** The color as `#RRGGBB`. */
  @Color('changeable')
  color?: string;

  /** When it is to begin. */
  @Timestamp('clearable')
  startDate?: string | null;

  /** Not before `startDate`. */
  @Timestamp('clearable')
  dueDate?: string | null;
}

export class EpicsQuery extends PageQuery {
  /** Only those of these projects. */
  @UuidListParameter()
  projectId?: string[];
}

/** An epic as lists show it. */
export class EpicResponse extends ResourceResponse {
  /** The project that it belongs to. */
  @Reference()
  projectId: string;

  /** What it is called. */
  name: string;

  /** What it is about, in Markdown. */
  description: string | null;

  /** `#RRGGBB`. */
  color: string;

  /** When it is to begin. */
  @Moment({ nullable: true })
  startDate: string | null;

  /** When it is to be done. */
  @Moment({ nullable: true })
  dueDate: string | null;
}

export class EpicProgress {
  /** All of its tasks. */
  @WholeNumber({ minimum: 0 })
  tasks: number;

  /** How many of them are Done. */
  @WholeNumber({ minimum: 0 })
  done: number;
}

/** An epic by itself, with how far its tasks are. */
export class EpicDetailResponse extends EpicResponse {
  /** How far its tasks are. */
  progress: EpicProgress;
}

export const EPIC_READ_BACK: ReadBack<EpicDetailResponse, UpdateEpic> = {
  id: 'same',
  projectId: 'same',
  createdAt: 'same',
  updatedAt: 'any',
  progress: 'any',
};

export function toEpicResponse(epic: Epic): EpicResponse {
  const { id, projectId, name, description, color, startDate, dueDate, createdAt, updatedAt } = epic;
  return { id, projectId, name, description, color, startDate, dueDate, createdAt, updatedAt };
}
