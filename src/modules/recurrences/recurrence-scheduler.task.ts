import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { WhenDue } from '#core/processes/due-work.js';
import { DueRecurrences } from './due-recurrences.js';
import { DUE_RECURRENCES } from './recurrences.repository.js';

/** Recurrences that one process works on at once. */
const SLOTS = 4;

/** Makes the tasks of recurrences when their moments come, in the processes with the role `scheduler`. */
@Injectable()
export class RecurrenceSchedulerTask implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(RecurrenceSchedulerTask.name);
  private tick?: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly due: DueRecurrences,
    private readonly configuration: Configuration,
  ) {}

  @WhenDue({ role: 'scheduler', companies: DUE_RECURRENCES })
  async run(): Promise<void> {
    if (this.tick || this.isStopping || !this.configuration.processRoles.has('scheduler')) return;
    this.tick = this.settleDue();
    await this.tick;
    this.tick = undefined;
  }

  /** From now on, nothing is begun. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.tick;
  }

  private async settleDue(): Promise<void> {
    try {
      for (let settled = 1; settled > 0 && !this.isStopping;) settled = await this.settleSome();
    } catch (error) {
      this.logger.warn(`Recurring tasks cannot be made at the moment: ${(error as Error).message}`);
    }
  }

  /** The companies have their turns one after the other, each for one recurrence. Gives how many were settled. */
  private async settleSome(): Promise<number> {
    const companies = await this.due.findCompanies();
    let settled = 0;
    const work = async () => {
      for (let companyId = companies.shift(); companyId && !this.isStopping; companyId = companies.shift()) {
        if (!(await this.due.settleFirst(companyId))) continue;
        settled += 1;
        companies.push(companyId);
      }
    };
    await Promise.all(Array.from({ length: SLOTS }, work));
    return settled;
  }
}
