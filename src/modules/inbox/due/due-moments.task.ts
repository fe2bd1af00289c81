import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Interval } from '@nestjs/schedule';
import { Configuration } from '#config/configuration.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { inboxNotice } from '#core/events/inbox-notice.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { DueMomentsRepository, type DueTask } from './due-moments.repository.js';

/** Milliseconds between two looks. A due moment has to be told within 30,000. */
const INTERVAL = 15_000;
/** Milliseconds that a look goes back before the last one, in which tasks may have been committed. */
const OVERLAP = 300_000;

/** Tells of tasks that are due within a day or over, once over all instances. */
@Injectable()
export class DueMomentsTask extends RepeatedTask {
  /** Everything until then has been told. */
  private lastLook?: number;

  constructor(
    private readonly moments: DueMomentsRepository,
    private readonly outbox: Outbox,
    configuration: Configuration,
    private readonly adapterHost: HttpAdapterHost,
  ) {
    super(configuration, { role: 'scheduler', complaint: 'Due tasks cannot be told of at the moment' });
  }

  @Interval(INTERVAL)
  async run(): Promise<void> {
    await this.alone(async () => {
      const now = Date.now();
      this.lastLook ??= await this.findLastTold(now);
      // A clock may go back.
      const since = new Date(Math.min(this.lastLook, now) - OVERLAP).toISOString();
      const until = new Date(now).toISOString();
      const found = await this.moments.findCompanies(since, until);
      for (const { id } of found) {
        if (this.isStopping) return;
        await this.tell(id, since, until);
      }
      this.lastLook = now;
    });
  }

  /** What came due while no process ran came after that. */
  private async findLastTold(now: number): Promise<number> {
    const lastTold = await this.moments.findLastTold();
    return lastTold ? Date.parse(lastTold) : now;
  }

  private tell(companyId: string, after: string, now: string): Promise<void> {
    return this.outbox.commit<undefined>(onOwnWork(companyId, this.adapterHost), async (tx) => {
      const told = await this.moments.lockToldUntil(tx);
      // Another instance tells of them, or has done so.
      if (told === undefined || told >= now) return unannounced(undefined);
      const since = told > after ? told : after;
      const found = await this.moments.findTasks(tx, since, now);
      await this.moments.setToldUntil(tx, now);
      return { result: undefined, events: found.flatMap((task) => dueEvents(task, since, now)) };
    });
  }
}

/** The later of its moments that have come: one that was past when the date was set never does. */
function dueEvents(
  { id, title, projectId, userId, dueDate, setAt }: DueTask,
  since: string,
  now: string,
): DomainEvent[] {
  const due = Date.parse(dueDate);
  const hasCome = (moment: number) =>
    moment > Date.parse(since) && moment <= Date.parse(now) && moment > Date.parse(setAt);
  const text = hasCome(due) ? 'It is overdue' : hasCome(due - 86_400_000) ? 'It is due within 24 hours' : undefined;
  if (text === undefined) return [];
  return [inboxNotice({ reason: 'due', userIds: [userId], thing: { type: 'task', id, name: title }, projectId, text })];
}
