import { ApiProperty } from '@nestjs/swagger';
import { Integer, Nested, TrimmedText } from '#common/validation/fields.js';
import { Field, Normalized, type Presence, Rule } from '#common/validation/field.js';
import { TimeOfDay } from '#common/validation/local-time.js';
import { isUuid } from '#common/validation/uuid.js';
import { NewTaskContent } from '#modules/tasks/task-input.dto.js';
import { CUSTOM_SCHEMA } from '#modules/tasks/values/custom-schema.dto.js';
import { PRIORITIES, type Priority } from '#schema/tasks.js';

export const MOST_SUBTASKS = 50;
export const MOST_DAYS = 366;

/** In place of the id of a person: who makes the task. */
export const CREATOR = 'creator';
/** In place of the id of a person, of a subtask: the assignee of its parent. */
export const PARENT = 'parent';

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** The id of a person, or a word for one. */
function PersonOr(presence: Presence, words: readonly string[]): PropertyDecorator {
  return Field(presence, { type: String, pattern: `^(${[...words, UUID].join('|')})$` }, [
    Normalized((value) => (typeof value === 'string' ? value.toLowerCase() : value)),
    Rule((value) => {
      if (typeof value !== 'string') return 'Expected string';
      return words.includes(value) || isUuid(value) ? undefined : `Must be a uuid or ${words.join(' or ')}`;
    }),
  ]);
}

export class DueIn {
  /** Days after the one on which the task is made. */
  @Integer('required', 0, MOST_DAYS)
  days: number;

  /** In the zone of whoever makes it; left out, it is the day. */
  @TimeOfDay('optional')
  time?: string;
}

/** What a task of a template has, but for who does it. */
class ContentInput extends NewTaskContent {
  /** `{{date}}`, `{{week}}` and `{{month}}` stand for the day on which the task is made, in the description, too. */
  @TrimmedText('required')
  declare title: string;

  /** When it is to be done, counted from the day on which it is made. */
  @Nested('optional', () => DueIn)
  dueIn?: DueIn;
}

export class TemplateTaskInput extends ContentInput {
  /** A user, or `creator`: who makes the task. */
  @PersonOr('optional', [CREATOR])
  assigneeId?: string;
}

export class TemplateSubtaskInput extends ContentInput {
  /** A user, `creator`: who makes the task, or `parent`: the assignee of the task above. */
  @PersonOr('optional', [CREATOR, PARENT])
  assigneeId?: string;
}

/** What a task of a template has, as it is kept. */
export type TaskContent = TemplateSubtaskInput;

/** What is left of a content without the words that stand for a person: nobody has to be looked for. */
export function withoutWords({ assigneeId, ...content }: TaskContent): TaskContent {
  return assigneeId === undefined || assigneeId === CREATOR || assigneeId === PARENT
    ? content
    : { ...content, assigneeId };
}

class DueInResponse {
  /** Days after the one on which the task is made. */
  @ApiProperty({ type: 'integer' })
  days: number;

  /** `HH:MM`, in the zone of whoever makes it; left out, it is the day. */
  @ApiProperty({ type: String, required: false })
  time?: string;
}

/** What a task of a template has, as it was given. */
export class TaskContentResponse {
  /** With names that stand for the day on which the task is made, and for its number. */
  title: string;

  /** What it is about, in Markdown. */
  @ApiProperty({ type: String, required: false })
  description?: string;

  /** A lane, or any other text. */
  @ApiProperty({ type: String, required: false })
  status?: string;

  /** How urgent it is. */
  @ApiProperty({ enum: [...PRIORITIES], enumName: 'Priority', required: false })
  priority?: Priority;

  /** Hours that it is expected to take. */
  @ApiProperty({ type: Number, required: false })
  estimatedHours?: number;

  /** Hours spent on it so far. */
  @ApiProperty({ type: Number, required: false })
  loggedHours?: number;

  /** A user, `creator` or, of a subtask, `parent`. */
  @ApiProperty({ type: String, required: false })
  assigneeId?: string;

  /** A virtual colleague. */
  @ApiProperty({ type: String, format: 'uuid', required: false })
  delegateId?: string;

  /** The sprint that it is in. */
  @ApiProperty({ type: String, format: 'uuid', required: false })
  sprintId?: string;

  /** The epic that it is part of. */
  @ApiProperty({ type: String, format: 'uuid', required: false })
  epicId?: string;

  /** The labels that it carries. */
  @ApiProperty({ type: [String], items: { type: 'string', format: 'uuid' }, required: false })
  labelIds?: string[];

  /** When it is to be done, counted from the day on which it is made. */
  @ApiProperty({ type: DueInResponse, required: false })
  dueIn?: DueInResponse;

  /** Values of the company's own fields by their keys. */
  @ApiProperty({ ...CUSTOM_SCHEMA, selfRequired: false })
  custom?: Record<string, unknown>;
}
