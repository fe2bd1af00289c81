import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Configuration } from '#config/configuration.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { WhenDue } from '#core/processes/due-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { PromiseEnds } from './promise-ends.js';
import { COMPANIES_WITH_DUE, PromisesRepository } from './promises.repository.js';

/** Ends promises whose day is over for their people, within seconds, whichever process comes first. */
@Injectable()
export class DuePromisesTask extends RepeatedTask {
  constructor(
    private readonly promises: PromisesRepository,
    private readonly ends: PromiseEnds,
    private readonly adapterHost: HttpAdapterHost,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'scheduler', complaint: 'Promises that are over are not looked at for now' });
  }

  @WhenDue({ role: 'scheduler', companies: COMPANIES_WITH_DUE })
  async run(): Promise<void> {
    await this.alone(async () => {
      const now = new Date().toISOString();
      const due = await this.promises.findDue(now);
      for (const [companyId, ofCompany] of Map.groupBy(due, (promise) => promise.companyId)) {
        await this.ends.settlePromises(onOwnWork(companyId, this.adapterHost), ofCompany, now);
      }
    });
  }
}
