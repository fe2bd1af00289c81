import { ApiProperty } from '@nestjs/swagger';
import { UNTIMED } from '#common/http/entity-tag.js';
import { PageQuery } from '#common/http/page.query.js';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { ExactlyOneOf } from '#common/validation/exactly-one.decorator.js';
import { Flag, Nested, NestedArray, OneOf, TrimmedText, Uuid } from '#common/validation/fields.js';
import { BooleanParameter, UuidListParameter } from '#common/validation/parameters.js';
import type { ReadBack } from '#core/http/read-back.js';
import {
  MOST_SUBTASKS,
  TaskContentResponse,
  TemplateSubtaskInput,
  TemplateTaskInput,
} from '#modules/templates/task-content.dto.js';
import { wordsOf } from './meant-schedule.js';
import type { Recurrence } from './recurrence.entity.js';
import { comingMoments } from './recurrence-moments.js';
import { type Mode, MODES, ScheduleInput, RecurrenceScheduleResponse, toScheduleResponse } from './schedule.dto.js';

const NAME = { minimum: 1, maximum: 100 };
const SUBTASKS = { minimum: 0, maximum: MOST_SUBTASKS };

export class RecurrencesQuery extends PageQuery {
  /** Only those of these projects. */
  @UuidListParameter()
  projectId?: string[];

  /** Only those that make tasks, or those that do not. */
  @BooleanParameter()
  active?: boolean;
}

@ExactlyOneOf('templateId', 'task')
export class CreateRecurrence {
  /** What people call it. */
  @TrimmedText('required', NAME)
  name: string;

  /** The project that its tasks are in. */
  @Uuid('required')
  projectId: string;

  /** A template of the project or of the company, which its tasks are made from. Give exactly one of `templateId` and `task`. */
  @Uuid('optional')
  templateId?: string;

  /** What its tasks have, unless a template says so. */
  @Nested('optional', () => TemplateTaskInput)
  task?: TemplateTaskInput;

  /** What their subtasks have; default none. Only with `task`. */
  @NestedArray('optional', () => TemplateSubtaskInput, SUBTASKS)
  subtasks?: TemplateSubtaskInput[];

  /** When it makes them. */
  @Nested('required', () => ScheduleInput)
  schedule: ScheduleInput;

  /** `schedule`: at each moment; `after_completion`: so long after the last one is done or deleted. Default `schedule`. */
  @OneOf('optional', MODES, 'RecurrenceMode')
  mode?: Mode;

  /** True: a moment at which the last one is still open is skipped. Default false. */
  @Flag('optional')
  onlyOneOpen?: boolean;

  /** False: it makes nothing. Default true. */
  @Flag('optional')
  active?: boolean;
}

export class UpdateRecurrence {
  /** What people call it. */
  @TrimmedText('changeable', NAME)
  name?: string;

  /** A template of the project or of the company, in place of a task of its own. */
  @Uuid('clearable')
  templateId?: string | null;

  /** What its tasks have, as a whole, in place of a template. */
  @Nested('clearable', () => TemplateTaskInput)
  task?: TemplateTaskInput | null;

  /** What their subtasks have, as a whole. Only with a task of its own. */
  @NestedArray('changeable', () => TemplateSubtaskInput, SUBTASKS)
  subtasks?: TemplateSubtaskInput[];

  /** When it makes them, as a whole. */
  @Nested('changeable', () => ScheduleInput)
  schedule?: ScheduleInput;

  /** `schedule`: at each moment; `after_completion`: so long after the last one is done or deleted. */
  @OneOf('changeable', MODES, 'RecurrenceMode')
  mode?: Mode;

  /** True: a moment at which the last one is still open is skipped. */
  @Flag('changeable')
  onlyOneOpen?: boolean;

  /** False: it makes nothing. */
  @Flag('changeable')
  active?: boolean;
}

export class RecurrenceResponse extends ResourceResponse {
  /** What people call it. */
  name: string;

  /** The project that its tasks are in. */
  @Reference()
  projectId: string;

  /** The template that its tasks are made from; null when it has a task of its own. */
  @Reference({ nullable: true })
  templateId: string | null;

  /** What its tasks have; null when a template says so. */
  @ApiProperty({ type: TaskContentResponse, nullable: true })
  task: TaskContentResponse | null;

  /** What their subtasks have. */
  @ApiProperty({ type: [TaskContentResponse] })
  subtasks: TaskContentResponse[];

  /** When it makes them. */
  schedule: RecurrenceScheduleResponse;

  /** The schedule as people say it, in English. */
  words: string;

  /** `schedule`: at each moment; `after_completion`: so long after the last one is done or deleted. */
  @ApiProperty({ enum: [...MODES], enumName: 'RecurrenceMode' })
  mode: Mode;

  /** Whether a moment at which the last one is still open is skipped. */
  onlyOneOpen: boolean;

  /** Whether it makes tasks. */
  active: boolean;

  /** The next moment; null when there is none, when it waits for its last task, and of an inactive one. */
  @Moment({ nullable: true })
  nextAt: string | null;

  /** The next five moments; after a completion only the first is known. */
  @ApiProperty({ type: [String], items: { type: 'string', format: 'date-time' } })
  next: string[];

  /** The task that it made last, which may be deleted; null for none. */
  @Reference({ nullable: true })
  lastTaskId: string | null;

  /** How many tasks it has made, without subtasks. */
  @WholeNumber({ minimum: 0 })
  made: number;

  /** How many moments made no task. */
  @WholeNumber({ minimum: 0 })
  skipped: number;

  /** Whom it makes tasks for: who made it, or changed it last; null once they are erased. */
  @Reference({ nullable: true })
  createdById: string | null;

  /** Why the last moment made no task, or what had to be left out of it; null for neither. */
  @ApiProperty({ type: String, nullable: true })
  error: string | null;
}

export const RECURRENCE_READ_BACK: ReadBack<RecurrenceResponse, UpdateRecurrence> = {
  id: 'same',
  projectId: 'same',
  words: 'any',
  nextAt: 'any',
  next: 'any',
  lastTaskId: 'any',
  made: 'any',
  skipped: 'any',
  createdById: 'any',
  error: 'any',
  createdAt: 'same',
  updatedAt: 'any',
};

/** What it has made changes its tag, too: only a change by people moves `updatedAt`. */
export function toRecurrenceResponse(row: Recurrence): RecurrenceResponse {
  const { id, name, projectId, templateId, task, subtasks, schedule, mode, onlyOneOpen, active } = row;
  const { nextAt, lastTaskId, made, skipped, createdById, error, createdAt, updatedAt } = row;
  return Object.assign(
    { id, name, projectId, templateId, task, subtasks, schedule: toScheduleResponse(schedule) },
    { words: wordsOf(schedule, mode), mode, onlyOneOpen, active, nextAt, next: comingMoments(row), lastTaskId },
    { made, skipped, createdById, error, createdAt, updatedAt },
    { [UNTIMED]: `${made}.${skipped}.${nextAt === null ? '' : Date.parse(nextAt).toString(36)}` },
  );
}
