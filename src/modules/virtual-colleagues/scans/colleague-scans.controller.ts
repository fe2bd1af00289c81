import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ScanResponse } from './scan.dto.js';
import { ColleagueScans } from './colleague-scans.js';

@ApiTags('virtual colleagues')
@Controller('virtual-colleagues/:id')
@RequirePermission('colleagues:run')
export class ColleagueScansController {
  constructor(private readonly scans: ColleagueScans) {}

  /** Has it look at its projects now. The answer comes when all messages are sent; with a slow chat that takes minutes. */
  @Post('scan')
  @ApiOperation({ operationId: 'scanColleague' })
  @Returns(ScanResponse, {
    missing: 'Virtual colleague',
    conflict: 'A scan or an AI check of it is in progress',
    invalid: 'The colleague is disabled',
  })
  scan(@Context() context: RequestContext, @Id() id: string): Promise<ScanResponse> {
    return this.scans.scanProjects(context, id);
  }
}
