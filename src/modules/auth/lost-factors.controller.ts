import { Controller, Delete } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { LostFactors } from './lost-factors.js';

@ApiTags('users')
@Controller('users/:id/second-factor')
export class LostFactorsController {
  constructor(private readonly lost: LostFactors) {}

  /**
   * Takes a lost second factor away: the authenticator with its recovery codes, and the passkeys. Only an OWNER does so for
   * an OWNER or an ADMIN. The user gets a mail.
   */
  @Delete()
  @ApiOperation({ operationId: 'removeSecondFactor' })
  @RequirePermission('users:write')
  @ReturnsNothing({ missing: 'User or second factor' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.lost.remove(context, id);
  }
}
