import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '#common/http/page.query.js';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Reference } from '#common/http/response.decorators.js';
import { Nested, NestedArray, Text, TrimmedText, Uuid } from '#common/validation/fields.js';
import { UuidListParameter } from '#common/validation/parameters.js';
import type { ReadBack } from '#core/http/read-back.js';
import { MOST_SUBTASKS, TaskContentResponse, TemplateSubtaskInput, TemplateTaskInput } from './task-content.dto.js';

const NAME = { minimum: 1, maximum: 100 };
const DESCRIPTION = { minimum: 0, maximum: 1_000 };
const SUBTASKS = { minimum: 0, maximum: MOST_SUBTASKS };

export class TemplatesQuery extends PageQuery {
  /** Only those of these projects, and those of the company. */
  @UuidListParameter()
  projectId?: string[];
}

export class CreateTemplate {
  /** Unique among those of the same project, whatever their case. */
  @TrimmedText('required', NAME)
  name: string;

  /** What it is for. */
  @Text('optional', DESCRIPTION)
  description?: string;

  /** The project that it is of; left out, of the company, which needs ADMIN. */
  @Uuid('optional')
  projectId?: string;

  /** What a task made from it has. */
  @Nested('required', () => TemplateTaskInput)
  task: TemplateTaskInput;

  /** What the subtasks of that have; default none. */
  @NestedArray('optional', () => TemplateSubtaskInput, SUBTASKS)
  subtasks?: TemplateSubtaskInput[];
}

export class UpdateTemplate {
  /** Unique among those of the same project, whatever their case. */
  @TrimmedText('changeable', NAME)
  name?: string;

  /** What it is for. */
  @Text('clearable', DESCRIPTION)
  description?: string | null;

  /** What a task made from it has, as a whole. */
  @Nested('changeable', () => TemplateTaskInput)
  task?: TemplateTaskInput;

  /** What the subtasks of that have, as a whole. */
  @NestedArray('changeable', () => TemplateSubtaskInput, SUBTASKS)
  subtasks?: TemplateSubtaskInput[];
}

export class TemplateFromTask {
  /** The task, which becomes a template with its first 50 subtasks. */
  @Uuid('required')
  taskId: string;

  /** Unique among those of the same project, whatever their case. */
  @TrimmedText('required', NAME)
  name: string;

  /** The project that it is of. Default that of the task; null is the company's. */
  @Uuid('clearable')
  projectId?: string | null;
}

export class TemplateResponse extends ResourceResponse {
  /** Unique among those of the same project, whatever their case. */
  name: string;

  /** What it is for. */
  description: string | null;

  /** The project that it is of; null for every project. */
  @Reference({ nullable: true })
  projectId: string | null;

  /** What a task made from it has. */
  task: TaskContentResponse;

  /** What the subtasks of that have. */
  @ApiProperty({ type: [TaskContentResponse] })
  subtasks: TaskContentResponse[];

  /** Who made it. */
  @Reference()
  createdById: string;
}

export const TEMPLATE_READ_BACK: ReadBack<TemplateResponse, UpdateTemplate> = {
  id: 'same',
  projectId: 'same',
  createdById: 'same',
  createdAt: 'same',
  updatedAt: 'any',
};
