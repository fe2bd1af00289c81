import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { UNTIMED } from '#common/http/entity-tag.js';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { ChangesData } from '#core/events/changes.dto.js';
import { AttachmentResponse } from './attachment.dto.js';
import { MentionResponse } from '#modules/mentions/mention.dto.js';
import { LiveWorkResponse } from './live-work.dto.js';
import { TaskCodeResponse } from './task-code.dto.js';
import { AskedResponse, PromiseResponse } from './task-promise.dto.js';
import { TaskMuteResponse } from './mutes/task-mutes.dto.js';
import { CUSTOM_SCHEMA } from './values/custom-schema.dto.js';
import type { Custom } from './values/shown-values.js';
import { PRIORITIES, type Priority, type TaskField } from '#schema/tasks.js';
import type { UpdateTask } from './task-input.dto.js';
import type { ReadBack } from '#core/http/read-back.js';

export class ProjectReference extends NamedReference {
  /** First part of the `tid` of its tasks. */
  key: string;
}

/** A task as lists show it. */
export class TaskResponse extends ResourceResponse implements Record<TaskField, unknown> {
  /** `<project key>-<number>`. */
  tid: string;

  /** What is to be done, in a line. */
  title: string;

  /** What it is about, in Markdown. */
  description: string | null;

  /** The workflow lane that it is in, or any other text. */
  status: string;

  /** How urgent it is. */
  @ApiProperty({ enum: [...PRIORITIES], enumName: 'Priority' })
  priority: Priority;

  /** Hours that it is expected to take; shown as story points in sprint planning. */
  estimatedHours: number | null;

  /** Hours spent on it so far. */
  loggedHours: number | null;

  /** The project that it belongs to. */
  @Reference()
  projectId: string;

  /** Who is to do it, a user that reaches the project; null for nobody. */
  @Reference({ nullable: true })
  assigneeId: string | null;

  /** The virtual colleague that works on it, an agent or an agent orchestrator; null for none. */
  @Reference({ nullable: true })
  delegateId: string | null;

  /** The sprint that it is in, of the same project; null for none. */
  @Reference({ nullable: true })
  sprintId: string | null;

  /** The epic that it is part of, of the same project; null for none. */
  @Reference({ nullable: true })
  epicId: string | null;

  /** The task that it is a subtask of, of the same project; null for none. */
  @Reference({ nullable: true })
  parentId: string | null;

  /** When it is to be done. */
  @Moment({ nullable: true })
  dueDate: string | null;

  /** When the work on it begins. */
  @Moment({ nullable: true })
  startDate: string | null;

  /**
   * Place in its project; sorts bytewise. Now and then a move gives its neighbours new ranks in the same order, of which
   * there is no event.
   */
  rank: string;

  /** Its status is `Blocked`, or an open task blocks it. */
  isBlocked: boolean;

  /** What makes it again and again; null of a task that comes once, of a subtask, and when that is deleted. */
  @Reference({ nullable: true })
  recurrenceId: string | null;

  /** Who created it; null when a colleague or an import did. */
  @Reference({ nullable: true })
  createdById: string | null;

  /** When its status became `Done`; null while it is another one. */
  @Moment({ nullable: true })
  completedAt: string | null;

  /**
   * Values of the company's own fields by their keys, those that are set: in answers to writes, in a task by itself, with
   * `include=custom` in lists, and in events when there are any.
   */
  @ApiProperty({ ...CUSTOM_SCHEMA, selfRequired: false })
  custom?: Custom;
}

/** A subtask that was made with its task. */
export class MadeSubtaskResponse {
  /** The task. */
  @Reference()
  id: string;

  /** `<project key>-<number>`. */
  tid: string;

  /** What is to be done, in a line. */
  title: string;
}

/** A task that has been made. */
export class CreatedTaskResponse extends TaskResponse {
  /** From a template: the subtasks that were made with it, in their order. */
  @ApiProperty({ type: [MadeSubtaskResponse], required: false })
  subtasks?: MadeSubtaskResponse[];

  /** From a template: what was left out because it is gone or does not fit, such as `subtasks.2.labelIds`. */
  @ApiProperty({ type: [String], required: false })
  omitted?: string[];
}

export class TaskLabelResponse {
  /** The label. */
  @Reference()
  id: string;

  /** Name of the label. */
  name: string;

  /** `#RRGGBB`. */
  color: string;
}

/** A task that another one waits for. */
export class BlockerReference {
  /** The task. */
  @Reference()
  id: string;

  /** Its human-readable id, such as `WEB-12`. */
  tid: string;

  /** What is to be done. */
  title: string;

  /** Its lane, or any other text. */
  status: string;

  /** When it begins; null when nobody has said. */
  @Moment({ nullable: true })
  startDate: string | null;

  /** When it is due; null when nobody has said. */
  @Moment({ nullable: true })
  dueDate: string | null;
}

/** What a task is in the tracker that it was imported from. */
export class ExternalReferenceResponse {
  /** The tracker: `jira`, `github`, `linear`, `trello`, `asana`, `csv` or `archive`. */
  source: string;

  /** What it is called there. */
  id: string;

  /** Its page there. */
  @ApiProperty({ type: String, nullable: true })
  url: string | null;
}

/** A task by itself. */
export class TaskDetailResponse extends TaskResponse {
  /** Who is to do it; null for nobody. */
  @ApiProperty({ type: NamedReference, nullable: true })
  assignee: NamedReference | null;

  /** The virtual colleague that works on it; null for none. */
  @ApiProperty({ type: NamedReference, nullable: true })
  delegate: NamedReference | null;

  /** The labels that it carries. */
  labels: TaskLabelResponse[];

  /** What an agent does about it now; null for nothing. */
  @ApiProperty({ type: LiveWorkResponse, nullable: true })
  work: LiveWorkResponse | null;

  /** Its files that are ready, the oldest first. */
  attachments: AttachmentResponse[];

  /** The people and teams that the description names. */
  mentions: MentionResponse[];

  /** Whether the caller watches it. */
  watching: boolean;

  /** Where it was before it was imported; empty for a task that was made here. */
  external: ExternalReferenceResponse[];

  /** The tids that it had in projects that it has left, the first left one first; they still find it. */
  formerTids: string[];

  /** How many pull requests it has. */
  code: TaskCodeResponse;

  /** What the caller may call a branch for it: their first name, the tid and the title. */
  branchName: string;

  /** What keeps virtual colleagues from speaking of it, the oldest first. */
  mutes: TaskMuteResponse[];

  /** What is promised of it: by its assignee, or else the newest; null while no promise is open. */
  @ApiProperty({ type: PromiseResponse, nullable: true })
  promise: PromiseResponse | null;

  /** What a virtual colleague last asked the caller about it; null without a question, or when it is answered. */
  @ApiProperty({ type: AskedResponse, nullable: true })
  asked: AskedResponse | null;
}

export const TASK_READ_BACK: ReadBack<TaskDetailResponse, UpdateTask> = {
  id: 'same',
  tid: 'same',
  rank: 'same',
  isBlocked: 'same',
  recurrenceId: 'same',
  createdById: 'same',
  completedAt: 'same',
  formerTids: 'same',
  assignee: 'same',
  delegate: 'same',
  labels: 'same',
  createdAt: 'same',
  updatedAt: 'any',
  code: 'any',
  branchName: 'any',
  promise: 'any',
  asked: 'any',
  watching: 'any',
  work: 'any',
  attachments: 'any',
  mentions: 'any',
  mutes: 'any',
  external: 'any',
};

/** What the data of a blocker's event has besides the task, when that changes `isBlocked` of others. */
export class TaskBlockingData {
  /** Ids of tasks that nothing blocks any more; at most 200. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 200, required: false })
  unblocked?: string[];

  /** Ids of tasks that are blocked now because this one was opened again; at most 200. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 200, required: false })
  blocked?: string[];

  /** True when there are more of them; missing otherwise. */
  @ApiProperty({ type: Boolean, required: false })
  truncated?: true;
}

/** What the data of `task.updated` has besides the task. */
export class UpdatedTaskData extends IntersectionType(ChangesData, TaskBlockingData) {}

/** What the data of `task.assigned` has besides the task. */
export class TaskAssigneeData {
  /** Who has the task now. */
  assignee: NamedReference;
}

/** A task as writes answer it: with its values, though there be none. */
export function answered<Task extends TaskResponse>(task: Task): Task {
  return task.custom ? task : { ...task, custom: {} };
}

/** Of a row with the count of its labels, what clients see, and what its ETag is made of. */
export function versioned<Row extends object>({ labelCount, ...task }: Row & { labelCount: number }) {
  return { ...task, [UNTIMED]: labelCount };
}

export class BulkCreateResponse {
  /** In the order in which they were given. */
  tasks: TaskResponse[];
}

export class BulkDeleteResponse {
  /** How many tasks were deleted. */
  @WholeNumber()
  deleted: number;
}

export class BulkUpdateResponse {
  /** How many of the tasks changed. */
  @WholeNumber()
  updated: number;

  /** All of the named tasks, as they are now, in the order of `ids`. */
  tasks: TaskResponse[];
}
