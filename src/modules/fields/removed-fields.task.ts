import { Inject, Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Hooks } from '#core/hooks/hooks.js';
import { WhenDue } from '#core/processes/due-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { TakesOutValues } from './field.hooks.js';
import { COMPANIES_TO_PURGE, FieldsRepository, type RemovedField } from './fields.repository.js';

/** Takes the values of deleted fields out of tasks, in transactions so short that nobody waits for them. */
@Injectable()
export class RemovedFieldsTask extends RepeatedTask {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly database: Database,
    private readonly rows: FieldsRepository,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'worker', complaint: 'Values of deleted fields are not taken out for now' });
  }

  @WhenDue({ role: 'worker', companies: COMPANIES_TO_PURGE })
  async run(): Promise<void> {
    await this.alone(async () => {
      for (const field of await this.rows.findUnpurged(OWN_WORK_CONTEXT)) while (await this.takeOutSome(field));
    });
  }

  /** Whether there may be more. Another process that is at it goes on alone. */
  private takeOutSome({ companyId, id }: RemovedField): Promise<boolean> {
    return this.database.transaction({ ...OWN_WORK_CONTEXT, companyId }, async (tx) => {
      const field = await this.rows.lockUnpurged(tx, id);
      if (!field) return false;
      const [takenOut = { until: null, isAll: true }] = await this.hooks.call(TakesOutValues, tx, id, field.until);
      await this.rows.markPurged(tx, id, takenOut);
      return !takenOut.isAll;
    });
  }
}
