import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import { areTurned } from '#common/validation/date-order.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, changed, type DomainEvent } from '#core/events/domain-event.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectCounters } from '#modules/projects/project-counters.service.js';
import { TaskContents } from '#modules/tasks/changes/task-contents.service.js';
import { TaskCreation } from '#modules/tasks/changes/task-creation.service.js';
import { MakesFromTemplate } from '#modules/tasks/task.hooks.js';
import type { CreateTask, PostTask } from '#modules/tasks/task-input.dto.js';
import type { CreatedTaskResponse } from '#modules/tasks/task.dto.js';
import { dayIn } from '#modules/users/away.dto.js';
import { UsersService } from '#modules/users/users.service.js';
import { dueDateOf, type MadeDay, named } from './made-day.js';
import { CREATOR, PARENT, type TaskContent } from './task-content.dto.js';
import { TemplatesService } from './templates.service.js';

/** Fields that win over those of a template; null takes one away. */
type Given = Partial<Omit<PostTask, 'templateId' | 'ifSimilar'>>;

/** Where tasks are made, and from when on their dates count. */
interface Place {
  readonly projectId: string;
  readonly day: MadeDay;
  readonly ifSimilar?: PostTask['ifSimilar'];
  /** What makes the task again and again. */
  readonly recurrenceId?: string;
}

/** Makes tasks from templates. */
@Injectable()
export class TemplateTasks {
  constructor(
    private readonly templates: TemplatesService,
    private readonly creation: TaskCreation,
    private readonly contents: TaskContents,
    private readonly access: ProjectAccess,
    private readonly counters: ProjectCounters,
    private readonly users: UsersService,
  ) {}

  /** @throws NotFoundError of the project or the template, ValidationError when that is of another project, ConflictError when the project is archived */
  @MakesFromTemplate()
  async makeFromTemplate(
    tx: TransactionContext,
    { templateId, ifSimilar, ...given }: PostTask & { readonly templateId: string },
  ): Promise<Change<CreatedTaskResponse>> {
    const { projectId } = given;
    await this.access.getProject(tx, projectId);
    const template = await this.templates.getVisible(tx, templateId);
    if (template.projectId !== null && template.projectId !== projectId) {
      throw new ValidationError({ templateId: 'Must be a template of the project or of the company' });
    }
    const timezone = await this.users.findTimeZone(tx, tx.userId);
    const day = { date: dayIn(timezone, new Date()), timezone };
    return this.makeTasks(tx, template, { projectId, day, ifSimilar }, given);
  }

  /** A task and its subtasks, without what is gone or does not fit. */
  async makeTasks(
    tx: TransactionContext,
    { task: content, subtasks }: { readonly task: TaskContent; readonly subtasks: readonly TaskContent[] },
    place: Place,
    given: Given = {},
  ): Promise<Change<CreatedTaskResponse>> {
    await this.counters.lockProject(tx, place.projectId);
    const first = await this.fitted(tx, content, place, given, null);
    const { result: task, events } = await this.creation.makeTask(
      tx,
      { ...first.input, recurrenceId: place.recurrenceId },
      place.ifSimilar,
    );
    const omitted = [...first.omitted];
    const all: DomainEvent[] = [...events];
    const made: NonNullable<CreatedTaskResponse['subtasks']> = [];
    for (const [index, subtask] of subtasks.entries()) {
      const fitted = await this.fitted(tx, subtask, place, { parentId: task.id }, task.assigneeId);
      const change = await this.creation.makeTask(tx, fitted.input);
      const { id, tid, title } = change.result;
      made.push({ id, tid, title });
      all.push(...change.events);
      omitted.push(...fitted.omitted.map((field) => `subtasks.${index}.${field}`));
    }
    return changed({ ...task, subtasks: made, omitted }, ...all);
  }

  /** What a task is made of: what its template has and what is given, which wins. */
  private async fitted(
    tx: TransactionContext,
    content: TaskContent,
    { projectId, day }: Place,
    given: Given,
    parentAssigneeId: string | null,
  ): Promise<{ input: CreateTask; omitted: string[] }> {
    const { dueIn, assigneeId, ...rest } = named(content, day);
    const personId = { [CREATOR]: tx.userId, [PARENT]: parentAssigneeId ?? undefined }[assigneeId ?? ''] ?? assigneeId;
    const isPerson = personId !== PARENT && personId !== undefined;
    const kept = withoutGiven({ ...rest, ...(isPerson && { assigneeId: personId }) }, given);
    const { content: fitting, omitted } = await this.contents.fitContent(tx, projectId, kept);
    const { custom: ownCustom, ...own } = given;
    const custom = { ...fitting.custom, ...ownCustom };
    const dueDate = dueIn && dueDateOf(dueIn, day);
    const isOver = dueDate !== undefined && areTurned(given.startDate, dueDate);
    if (isOver && given.dueDate === undefined) omitted.push('dueIn');
    const input = {
      ...(dueDate !== undefined && !isOver && { dueDate }),
      ...fitting,
      ...own,
      custom: Object.keys(custom).length > 0 ? custom : null,
      projectId,
    };
    return { input: withoutNulls(input) as unknown as CreateTask, omitted };
  }
}

/** What a template has, without the fields that are given: they need not fit. */
function withoutGiven(content: Omit<TaskContent, 'dueIn'>, given: Given): Omit<TaskContent, 'dueIn'> {
  const isGiven = (field: string) => (given as Record<string, unknown>)[field] !== undefined;
  const kept = Object.fromEntries(
    Object.entries(content).filter(([field]) => field === 'custom' || !isGiven(field)),
  ) as unknown as TaskContent;
  const { custom, ...others } = kept;
  if (!custom || given.custom === null) return others;
  const values = Object.entries(custom).filter(([key]) => given.custom?.[key] === undefined);
  return { ...others, ...(values.length > 0 && { custom: Object.fromEntries(values) }) };
}

function withoutNulls<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== null && one !== undefined),
  ) as Partial<Value>;
}
