import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Interval } from '@nestjs/schedule';
import { isRefusedData } from '#common/database/database-error.js';
import { Configuration } from '#config/configuration.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { OWN_WORK_CONTEXT, type RequestContext } from '#core/company-scope/request-context.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { CompanyRowsRepository } from './company-rows.repository.js';

/** Milliseconds between two looks. */
const INTERVAL = 60_000;

/** Deletes companies whose time is over, with all that they have. */
@Injectable()
export class CompanyDeletionTask extends RepeatedTask {
  constructor(
    private readonly rows: CompanyRowsRepository,
    private readonly companies: CompaniesService,
    configuration: Configuration,
    private readonly adapter: HttpAdapterHost,
  ) {
    super(configuration, { role: 'worker', complaint: 'A company is deleted later' });
  }

  @Interval(INTERVAL)
  async run(): Promise<void> {
    await this.alone(async () => {
      for (const id of await this.companies.findDue(OWN_WORK_CONTEXT)) {
        if (this.isStopping) return;
        await this.delete(id);
      }
    });
  }

  private async delete(companyId: string): Promise<void> {
    const context = onOwnWork(companyId, this.adapter);
    await this.companies.deleteOutside(context);
    await this.deleteRows(context);
    await this.companies.remove(context);
    this.logger.log(`The company ${companyId} is deleted`);
  }

  /** Rows that others refer to go after those: what is refused is tried again in the next round. */
  private async deleteRows(context: RequestContext): Promise<void> {
    let left = await this.rows.findTables(context);
    while (left.length > 0) {
      const refused: string[] = [];
      let last: unknown;
      for (const name of left) {
        try {
          await this.rows.deleteRowsOf(context, name);
        } catch (error) {
          if (!isRefusedData(error)) throw error;
          refused.push(name);
          last = error;
        }
      }
      if (refused.length === left.length) throw last;
      left = refused;
    }
  }
}
