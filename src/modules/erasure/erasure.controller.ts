import { Controller, Delete } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Accepts } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ErasureService } from './erasure.service.js';

@ApiTags('users')
@Controller('users')
export class ErasureController {
  constructor(private readonly erasures: ErasureService) {}

  /**
   * Erases a user: they are signed out at once, and within a minute nothing names them. What they wrote stays, under the
   * name "Deleted user" with the end of their id. It cannot be undone. Only an OWNER erases an OWNER or an ADMIN.
   */
  @Delete(':id')
  @ApiOperation({ operationId: 'eraseUser' })
  @RequirePermission('users:write')
  @Accepts(undefined, { missing: 'User', conflict: 'The last active OWNER cannot be erased' })
  async erase(@Context() context: RequestContext, @Id() id: string): Promise<object> {
    await this.erasures.eraseUser(context, id);
    return {};
  }
}
