import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { CompaniesService } from './companies.service.js';
import { CompanyResponse, UpdateCompany } from './company.dto.js';

@ApiTags('company')
@Controller('company')
export class CompaniesController {
  constructor(private readonly companies: CompaniesService) {}

  /** The caller's company. */
  @Get()
  @RequirePermission('company-data:read')
  @Returns(CompanyResponse)
  findOne(@Context() context: RequestContext): Promise<CompanyResponse> {
    return this.companies.findOne(context);
  }

  /** Renames the company, or has everyone need a second factor. */
  @Put()
  @RequirePermission('company:write')
  @Returns(CompanyResponse, { conflict: 'The caller has no second factor, which everyone is to have' })
  update(@Context() context: RequestContext, @Body() body: UpdateCompany): Promise<CompanyResponse> {
    return this.companies.update(context, body);
  }
}
