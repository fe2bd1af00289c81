import { Module } from '@nestjs/common';
import { CompaniesController } from './companies.controller.js';
import { CompaniesService } from './companies.service.js';
import { CompanyLimits } from './company-limits.service.js';

@Module({
  controllers: [CompaniesController],
  providers: [CompaniesService, CompanyLimits],
  exports: [CompaniesService, CompanyLimits],
})
export class CompaniesModule {}
