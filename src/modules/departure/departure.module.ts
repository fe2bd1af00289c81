import { Module } from '@nestjs/common';
import { AuthModule } from '#modules/auth/auth.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { CompanyDeletionController } from './company-deletion.controller.js';
import { CompanyDeletions } from './company-deletions.js';
import { CompanyDeletionTask } from './company-deletion.task.js';
import { CompanyRowsRepository } from './company-rows.repository.js';

/** Companies that go. What they have outside of the database, its owners delete: `@BeforeCompanyDeletion()`. */
@Module({
  imports: [AuthModule, CompaniesModule],
  controllers: [CompanyDeletionController],
  providers: [CompanyDeletions, CompanyDeletionTask, CompanyRowsRepository],
})
export class DepartureModule {}
