import { Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { onOwnWork } from '#core/company-scope/own-work.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { inboxNotice } from '#core/events/inbox-notice.js';
import { Outbox } from '#core/events/outbox.js';
import { CompanyAdministrators } from '#modules/users/company-administrators.js';
import type { Recurrence } from './recurrence.entity.js';
import { isLastOpen, passedMoments } from './recurrence-moments.js';
import { afterFailure, afterSkip, afterTask } from './recurrence-progress.js';
import { type Obstacle, RecurrenceTasks } from './recurrence-tasks.js';
import { RecurrencesRepository } from './recurrences.repository.js';

/**
 * What becomes of due recurrences. The task of a moment and what says that it is made are one transaction under the lock of the
 * recurrence: however many processes look, and whenever one dies, it is made once.
 */
@Injectable()
export class DueRecurrences {
  private readonly logger = new Logger(DueRecurrences.name);

  constructor(
    private readonly rows: RecurrencesRepository,
    private readonly tasks: RecurrenceTasks,
    private readonly outbox: Outbox,
    private readonly administrators: CompanyAdministrators,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /** Some companies with due recurrences, by the clock of this process. */
  findCompanies(): Promise<string[]> {
    return this.rows.findDueCompanies(new Date().toISOString());
  }

  /** As `settle`, of the first due recurrence of a company; false when there is none that nobody else works on. */
  async settleFirst(companyId: string): Promise<boolean> {
    try {
      return await this.trySettleFirst(companyId);
    } catch (error) {
      this.logger.warn(`Recurring tasks of ${companyId} cannot be made at the moment: ${(error as Error).message}`);
      return false;
    }
  }

  private async trySettleFirst(companyId: string): Promise<boolean> {
    const context = { ...onOwnWork(companyId, this.adapterHost), share: companyId };
    const now = Date.now();
    let due: Recurrence | undefined;
    try {
      return await this.outbox.commit(context, async (tx) => {
        due = await this.rows.lockDue(tx, new Date(now).toISOString());
        return due ? changed(true, ...(await this.settle(tx, due, now))) : unannounced(false);
      });
    } catch (error) {
      if (!due) throw error;
      await this.noteFailure(context, due, error);
      return true;
    }
  }

  /** Makes its task, or skips the moment. Gives what people are told. */
  private async settle(tx: TransactionContext, due: Recurrence, now: number): Promise<DomainEvent[]> {
    const acting = await this.tasks.actingFor(tx, due);
    if (acting.obstacle) return this.skip(tx, due, acting.obstacle, now);
    if (due.onlyOneOpen && isLastOpen(due)) {
      await this.rows.saveProgress(tx, due.id, afterSkip(due, null, now));
      return [];
    }
    const { moment } = passedMoments(due, due.nextAt ?? '', now);
    const task = await this.tasks.makeTask(acting.context, due, moment);
    await this.rows.saveProgress(tx, due.id, afterTask(due, task, now));
    return [];
  }

  /** That the person is gone, those are told once who can have somebody else take it over. */
  private async skip(
    tx: TransactionContext,
    due: Recurrence,
    { reason, isPerson }: Obstacle,
    now: number,
  ): Promise<DomainEvent[]> {
    const isTold = due.isTold || isPerson;
    await this.rows.saveProgress(tx, due.id, { ...afterSkip(due, reason, now), isTold });
    if (due.isTold || !isPerson) return [];
    const leads = await this.rows.findLeads(tx, due.id);
    const administrators = leads.length > 0 ? [] : await this.administrators.findAll(tx, tx.companyId);
    return [
      inboxNotice({
        reason: 'webhook',
        userIds: [...leads, ...administrators.map(({ id }) => id)],
        thing: { type: 'recurrence', id: due.id, name: due.name },
        projectId: due.projectId,
        text: `The recurring task ${due.name} is no longer made. ${reason}`,
      }),
    ];
  }

  private async noteFailure(context: RequestContext, due: Recurrence, error: unknown): Promise<void> {
    const { id } = due;
    this.logger.warn(`The recurrence ${id} is tried again later: ${(error as Error).message}`);
    await this.outbox.commit(context, async (tx) => {
      const unmoved = await this.rows.lockUnmoved(tx, due);
      if (unmoved) await this.rows.saveProgress(tx, id, afterFailure(unmoved, error, Date.now()));
      return unannounced(undefined);
    });
  }
}
