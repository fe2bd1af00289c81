import { Module } from '@nestjs/common';
import { CompaniesController } from './companies.controller.js';
import { CompaniesService } from './companies.service.js';
import { CompanyLimits } from './company-limits.service.js';
import { CompaniesRepository } from './companies.repository.js';

@Module({
  controllers: [CompaniesController],
  providers: [CompaniesRepository, CompaniesService, CompanyLimits],
  exports: [CompaniesService, CompanyLimits],
})
export class CompaniesModule {}
