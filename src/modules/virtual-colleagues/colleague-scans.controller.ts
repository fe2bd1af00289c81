import { Controller, HttpCode, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { Id } from '../../common/validation/id.decorator.js';
import { RequirePermission } from '../../core/auth/access.decorators.js';
import { Context } from '../../core/auth/context.decorator.js';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { ScanResponse } from './scan.dto.js';
import { ColleagueScans } from './colleague-scans.service.js';

@ApiTags('virtual colleagues')
@Controller('virtual-colleagues/:id')
@RequirePermission('colleagues:run')
export class ColleagueScansController {
  constructor(private readonly scans: ColleagueScans) {}

  /** Has it look at its projects now. The answer comes when all is said, which a slow chat can make minutes. */
  @Post('scan')
  @HttpCode(200)
  @ApiOkResponse({ type: ScanResponse })
  @ApiBadRequestResponse({ description: 'The colleague is disabled' })
  @ApiNotFoundResponse({ description: 'Virtual colleague not found' })
  @ApiConflictResponse({ description: 'A scan or an AI check of it is in progress' })
  scan(@Context() context: RequestContext, @Id() id: string): Promise<ScanResponse> {
    return this.scans.scan(context, id);
  }
}
