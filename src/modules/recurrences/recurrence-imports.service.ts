import { Injectable } from '@nestjs/common';
import type { Moments } from '#core/company-scope/company-scoped.repository.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Outbox } from '#core/events/outbox.js';
import { RecurringTasks } from '#modules/tasks/changes/recurring-tasks.service.js';
import { type Here, TemplateImports } from '#modules/templates/template-imports.service.js';
import type { TaskContent } from '#modules/templates/task-content.dto.js';
import { dayIn } from '#modules/users/away.dto.js';
import { meantSchedule } from './meant-schedule.js';
import { CreateRecurrence, type RecurrenceResponse } from './recurrence.dto.js';
import { RecurrencesRepository } from './recurrences.repository.js';
import { RecurrencesService } from './recurrences.service.js';

export { CreateRecurrence };

/** What it was and has made elsewhere; ids are those of here. */
interface Past {
  readonly createdById: string;
  readonly moments: Partial<Moments>;
  readonly made: number;
  readonly skipped: number;
  readonly taskIds: readonly string[];
  readonly lastTaskId: string | null;
  readonly here: Here;
}

/** Recurrences that imports bring. They make nothing until somebody says so. */
@Injectable()
export class RecurrenceImports {
  constructor(
    private readonly recurrences: RecurrencesService,
    private readonly rows: RecurrencesRepository,
    private readonly templates: TemplateImports,
    private readonly tasks: RecurringTasks,
    private readonly outbox: Outbox,
  ) {}

  /** @throws ConflictError past the number of recurrences, ValidationError of the schedule */
  async bringRecurrence(tx: TransactionContext, input: CreateRecurrence, past: Past): Promise<RecurrenceResponse> {
    const { name, projectId, templateId = null, mode = 'schedule', onlyOneOpen = false } = input;
    const { createdById, moments, made, skipped, taskIds, lastTaskId, here } = past;
    const fitted = (content: TaskContent) => this.templates.fitContent(tx, projectId, content, here);
    const task = input.task ? await fitted(input.task) : null;
    const subtasks: TaskContent[] = [];
    for (const subtask of input.subtasks ?? []) subtasks.push(await fitted(subtask));
    const schedule = meantSchedule(input.schedule, mode, {
      timezone: 'UTC',
      todayIn: (zone) => dayIn(zone, new Date()),
    });
    const lastEndedAt = lastTaskId === null ? null : await this.rows.findEnd(tx, lastTaskId);
    const content = { templateId, task, subtasks, schedule, mode, onlyOneOpen };
    const progress = { made, skipped, lastTaskId, lastEndedAt };
    const values = { name, projectId, ...content, active: false, createdById, ...progress, ...moments };
    const recurrence = await this.outbox.commit(tx, () => this.recurrences.makeRecurrence(tx, values));
    await this.tasks.joinRecurrence(tx, recurrence.id, taskIds);
    return recurrence;
  }
}
