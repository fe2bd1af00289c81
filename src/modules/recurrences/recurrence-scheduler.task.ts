import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { WhenDue } from '#core/processes/due-work.js';
import { DueRecurrences } from './due-recurrences.js';
import { DUE_RECURRENCES } from './recurrences.repository.js';

/** Companies that one process works for at once. */
const SLOTS = 4;

/**
 * Makes the tasks of recurrences when their moments come, in the processes with the role `scheduler`. The companies have their
 * turns one after the other, each for one recurrence: neither many of a company nor a slow one holds up others.
 */
@Injectable()
export class RecurrenceSchedulerTask implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(RecurrenceSchedulerTask.name);
  /** Companies with something due that have not had their turn since the last look. */
  private waiting: string[] = [];
  /** The turns that have begun, by company. */
  private readonly turns = new Map<string, Promise<void>>();
  private looking: Promise<void> | undefined;
  private isStopping = false;

  constructor(private readonly due: DueRecurrences) {}

  /** Resolves when the turns have begun for which there is room. */
  @WhenDue({ role: 'scheduler', companies: DUE_RECURRENCES })
  async run(): Promise<void> {
    if (this.isStopping) return;
    this.looking ??= this.look().finally(() => (this.looking = undefined));
    await this.looking;
  }

  /** From now on, nothing is begun. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.looking;
    await Promise.all(this.turns.values());
  }

  private async look(): Promise<void> {
    try {
      if (this.waiting.length === 0) this.waiting = await this.due.findCompanies();
    } catch (error) {
      this.logger.warn(`Recurring tasks cannot be made at the moment: ${(error as Error).message}`);
    }
    this.beginTurns();
  }

  private beginTurns(): void {
    while (this.turns.size < SLOTS && !this.isStopping) {
      const companyId = this.waiting.shift();
      if (companyId === undefined) return;
      if (!this.turns.has(companyId)) this.turns.set(companyId, this.takeTurn(companyId));
    }
  }

  private async takeTurn(companyId: string): Promise<void> {
    const isSettled = await this.due.settleFirst(companyId);
    this.turns.delete(companyId);
    // Of a company without anything that it can do now, the next look is soon enough.
    if (isSettled || this.waiting.length > 0) await this.run();
  }
}
