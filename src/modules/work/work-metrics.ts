import { Injectable } from '@nestjs/common';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { Metrics } from '#core/metrics/metrics.js';
import { DELEGATED, IS_READY } from './claims/ready-tasks.js';
import { LIVE_STATES } from '#schema/work.js';

const COUNT_READY: Statement = {
  text: `SELECT count(*) AS count FROM ${DELEGATED} WHERE t.delegate_id IS NOT NULL AND ${IS_READY}`.replaceAll(
    '$1',
    't.company_id',
  ),
};

const COUNT_LIVE: Statement = {
  text: 'SELECT w.state, count(*) AS count FROM works w WHERE w.ended_at IS NULL GROUP BY w.state',
};

/** What an operator sees of the work of agents. */
@Injectable()
export class WorkMetrics {
  /** Counts works that have ended, by state. */
  readonly countEnded: (state: string) => void;
  /** Notes how long a claim took, in seconds. */
  readonly noteClaim: (seconds: number) => void;

  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    metrics.addSharedGauge('agent_work_ready', 'Tasks that agents can take now.', () => this.ready());
    const help = 'Works that have not ended, by state.';
    metrics.addSharedGauge('agent_work_live', help, () => this.live(), 'state');
    this.countEnded = metrics.addCounter('agent_work_ended_total', 'Works that this process has ended.', 'state');
    this.noteClaim = metrics.addHistogram('agent_claim_duration_seconds', 'Time to take the next task that is ready.');
  }

  private async ready(): Promise<number> {
    const row = await this.database.row<{ count: number }>(OWN_WORK_CONTEXT, COUNT_READY);
    return row?.count ?? 0;
  }

  private async live(): Promise<Record<string, number>> {
    const rows = await this.database.rows<{ state: string; count: number }>(OWN_WORK_CONTEXT, COUNT_LIVE);
    const none = Object.fromEntries(LIVE_STATES.map((state) => [state, 0]));
    return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
  }
}
