import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../core/auth/access.decorators.js';
import { Context } from '../../core/auth/context.decorator.js';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { CompaniesService } from './companies.service.js';
import { CompanyResponse, UpdateCompany } from './company.dto.js';

@ApiTags('company')
@Controller('company')
export class CompaniesController {
  constructor(private readonly companies: CompaniesService) {}

  /** The caller's company. */
  @Get()
  @RequirePermission('company-data:read')
  @ApiOkResponse({ type: CompanyResponse })
  findOne(@Context() context: RequestContext): Promise<CompanyResponse> {
    return this.companies.findOne(context);
  }

  @Put()
  @RequirePermission('company:write')
  @ApiOkResponse({ type: CompanyResponse })
  update(@Context() context: RequestContext, @Body() body: UpdateCompany): Promise<CompanyResponse> {
    return this.companies.update(context, body);
  }
}
