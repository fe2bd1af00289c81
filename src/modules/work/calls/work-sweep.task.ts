import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { WhenDue } from '#core/processes/due-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { WorkEnds } from './work-ends.js';
import { WorksRepository, type FoundWork, LIVE_WORKS } from './works.repository.js';

/** Ends works whose lease ran out, and has those stop that may not go on, within seconds. */
@Injectable()
export class WorkSweepTask extends RepeatedTask {
  constructor(
    private readonly works: WorksRepository,
    private readonly ends: WorkEnds,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'worker', complaint: 'Works are not settled for now' });
  }

  @WhenDue({ role: 'worker', companies: LIVE_WORKS })
  async run(): Promise<void> {
    await this.alone(async () => {
      const works = await this.works.findUnsettled();
      for (const work of works) {
        if (this.isStopping) return;
        await this.settle(work);
      }
    });
  }

  private async settle(work: FoundWork): Promise<void> {
    try {
      await this.ends.settleWork(work.companyId, work);
    } catch (error) {
      this.logger.warn(`The work ${work.id} is not settled for now: ${(error as Error).message}`);
    }
  }
}
