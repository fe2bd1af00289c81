import { Injectable } from '@nestjs/common';
import { Metrics } from '#core/metrics/metrics.js';
import { LIVE_STATES } from '#schema/work.js';
import { ReadyTasksRepository } from './claims/ready-tasks.repository.js';

/** What an operator sees of the work of agents. */
@Injectable()
export class WorkMetrics {
  /** Counts works that have ended, by state. */
  readonly countEnded: (state: string) => void;
  /** Notes how long a claim took, in seconds. */
  readonly noteClaim: (seconds: number) => void;

  constructor(
    private readonly works: ReadyTasksRepository,
    metrics: Metrics,
  ) {
    metrics.addSharedGauge('agent_work_ready', 'Tasks that agents can take now.', () => this.works.countAll());
    const help = 'Works that have not ended, by state.';
    metrics.addSharedGauge('agent_work_live', help, () => this.findLive(), 'state');
    this.countEnded = metrics.addCounter('agent_work_ended_total', 'Works that this process has ended.', 'state');
    this.noteClaim = metrics.addHistogram('agent_claim_duration_seconds', 'Time to take the next task that is ready.');
  }

  private async findLive(): Promise<Record<string, number>> {
    const rows = await this.works.countLiveWorks();
    const none = Object.fromEntries(LIVE_STATES.map((state) => [state, 0]));
    return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
  }
}
