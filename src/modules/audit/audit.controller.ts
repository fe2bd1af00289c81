import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { PrefersCsv } from '#common/http/prefers-csv.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AuditEntryResponse, AuditLogQuery } from './audit-entry.dto.js';
import { AuditService } from './audit.service.js';

@ApiTags('audit log')
@Controller('audit-log')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  /** Who did what in the company, the newest first. Nobody can change or delete it; old entries go by the month. */
  @Get()
  @ApiOperation({ operationId: 'listAuditLog' })
  @RequirePermission('audit-log:read')
  @ListEndpoint(AuditEntryResponse, {}, { cursor: true, csv: true })
  findAll(
    @Context() context: RequestContext,
    @Query() query: AuditLogQuery,
    @PrefersCsv() asCsv: boolean,
  ): Promise<List<AuditEntryResponse>> {
    return this.audit.findEntries(context, query, asCsv);
  }
}
