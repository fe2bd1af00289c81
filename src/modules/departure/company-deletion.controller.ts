import { Body, Controller, Delete } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Accepts } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { DeleteCompany } from './company-deletion.dto.js';
import { CompanyDeletions } from './company-deletions.js';

@ApiTags('company')
@Controller('company')
export class CompanyDeletionController {
  constructor(private readonly deletions: CompanyDeletions) {}

  /**
   * Deletes the company: nobody gets in from now on, and within 24 hours all that it has is gone, its files too. Until then
   * the operator can bring it back.
   */
  @Delete()
  @ApiOperation({ operationId: 'deleteCompany' })
  @RequirePermission('company:delete', { jwtOnly: true })
  @Accepts(undefined, {
    invalid: 'The name is not that of the company, or the password or code is wrong',
    unauthorized: 'The caller has no password and signed in more than 5 minutes ago',
  })
  async remove(@Context() context: RequestContext, @Body() body: DeleteCompany): Promise<object> {
    await this.deletions.beginDeletion(context, body);
    return {};
  }
}
