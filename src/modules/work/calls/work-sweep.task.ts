import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { WhenDue } from '#core/processes/due-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { isStandingKey } from '#schema/api-keys.js';
import type { Work } from '../work.entity.js';
import { WorkEnds } from './work-ends.js';
import { MUST_STOP, WORK_JOINS } from './work-rows.js';

const BATCH = 200;

type FoundWork = Pick<Work, 'companyId' | 'id' | 'taskId' | 'colleagueId' | 'userId' | 'apiKeyId'> & { name: string };

const ofCompany = (sql: string) => sql.replaceAll('$1', 'w.company_id');

const UNSETTLED: Statement = {
  name: 'unsettled-works',
  text: `SELECT w.company_id AS "companyId", w.id, w.task_id AS "taskId", w.colleague_id AS "colleagueId",
      w.user_id AS "userId", w.api_key_id AS "apiKeyId", c.name
    FROM ${WORK_JOINS}
    WHERE w.ended_at IS NULL AND (w.ends_at <= now() OR (w.stop_cause IS NULL AND (w.limit_at <= now()
      OR ${ofCompany(MUST_STOP)})) OR NOT ${ofCompany(isStandingKey('w.api_key_id'))})
    ORDER BY w.ends_at LIMIT ${BATCH}`,
};

/** Ends works whose lease ran out, and has those stop that may not go on, within seconds. */
@Injectable()
export class WorkSweepTask extends RepeatedTask {
  constructor(
    private readonly database: Database,
    private readonly ends: WorkEnds,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'worker', complaint: 'Works are not settled for now' });
  }

  @WhenDue({ role: 'worker', companies: 'SELECT company_id FROM works WHERE ended_at IS NULL' })
  async run(): Promise<void> {
    await this.alone(async () => {
      const works = await this.database.rows<FoundWork>(OWN_WORK_CONTEXT, UNSETTLED);
      for (const work of works) await this.settle(work);
    });
  }

  private async settle(work: FoundWork): Promise<void> {
    try {
      await this.ends.settle(work.companyId, work);
    } catch (error) {
      this.logger.warn(`The work ${work.id} is not settled for now: ${(error as Error).message}`);
    }
  }
}
