import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import { knownZone } from '#common/schedule/local-time.js';
import { hasPermission } from '#core/access/permissions.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { PROJECT_ARCHIVED, ProjectAccess } from '#modules/projects/project-access.service.js';
import type { CreatedTaskResponse } from '#modules/tasks/task.dto.js';
import { TemplateTasks } from '#modules/templates/template-tasks.service.js';
import { TemplatesService } from '#modules/templates/templates.service.js';
import type { Recurrence } from './recurrence.entity.js';
import { afterRun } from './recurrence-progress.js';
import { isLastOpen, localDay } from './recurrence-moments.js';
import { PERSON_GONE, RecurrencesRepository } from './recurrences.repository.js';
import { RecurrencesService } from './recurrences.service.js';

const NOT_ALLOWED = 'The person it acts for may not make tasks';

/** What keeps a recurrence from making its task. */
export interface Obstacle {
  readonly reason: string;
  /** It is the person that it acts for: somebody else has to take it over. */
  readonly isPerson: boolean;
}

/** Whom it acts for now, or what keeps it from that. */
type Acting = { readonly context: TransactionContext; readonly obstacle?: undefined } | { readonly obstacle: Obstacle };

/** Makes the tasks of recurrences. */
@Injectable()
export class RecurrenceTasks {
  constructor(
    private readonly recurrences: RecurrencesService,
    private readonly rows: RecurrencesRepository,
    private readonly access: ProjectAccess,
    private readonly templates: TemplatesService,
    private readonly templateTasks: TemplateTasks,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Makes the task now. Nothing moves, but of one that follows completions it is the next one.
   *
   * @throws NotFoundError, ConflictError while the last one is open, or when it cannot act
   */
  run(context: RequestContext, id: string): Promise<CreatedTaskResponse> {
    return this.outbox.commit(context, async (tx) => {
      const recurrence = await this.recurrences.lockRecurrence(tx, id);
      if (recurrence.mode === 'after_completion' && isLastOpen(recurrence)) {
        throw new ConflictError('Its last task is still open');
      }
      const acting = await this.actingFor(tx, recurrence);
      if (acting.obstacle) throw new ConflictError(acting.obstacle.reason);
      const now = Date.now();
      const task = await this.makeTask(acting.context, recurrence, new Date(now).toISOString());
      await this.rows.saveProgress(tx, id, afterRun(recurrence, task, now));
      return unannounced(task);
    });
  }

  /** The person that it acts for as a caller, in the same transaction. */
  async actingFor(tx: TransactionContext, { id, name, createdById, projectId }: Recurrence): Promise<Acting> {
    const person = createdById === null ? undefined : await this.rows.findPerson(tx, createdById);
    if (createdById === null || !person?.active) return { obstacle: { reason: PERSON_GONE, isPerson: true } };
    const { companyId, share, traceId, log, transaction } = tx;
    const context: TransactionContext = {
      companyId,
      share,
      traceId,
      log,
      transaction,
      userId: createdById,
      role: person.role,
      permission: 'tasks:write',
      automation: { type: 'recurrence', id, name, userId: createdById },
    };
    const project = await this.access.findReachableForChange(context, projectId);
    if (!project) return { obstacle: { reason: PERSON_GONE, isPerson: true } };
    if (project.status === 'archived') return { obstacle: { reason: PROJECT_ARCHIVED, isPerson: false } };
    if (!hasPermission(person.role, 'tasks:write')) return { obstacle: { reason: NOT_ALLOWED, isPerson: true } };
    return { context };
  }

  /** The task of a moment with its subtasks, made as the person would. @throws what POST /tasks throws */
  makeTask(acting: TransactionContext, recurrence: Recurrence, moment: string): Promise<CreatedTaskResponse> {
    const { id, templateId, task, subtasks, projectId, schedule, made } = recurrence;
    return this.outbox.commit(acting, async (tx) => {
      const content = task ? { task, subtasks } : await this.templates.getVisible(tx, String(templateId));
      const timezone = knownZone(schedule.timezone);
      const day = { date: localDay(schedule, moment), timezone, number: made + 1 };
      return this.templateTasks.makeTasks(tx, content, { projectId, day, recurrenceId: id });
    });
  }
}
