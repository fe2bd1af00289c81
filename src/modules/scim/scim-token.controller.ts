import { Controller, Delete, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Creates, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ScimTokens } from './scim-tokens.js';
import { ScimTokenResponse } from './scim.dto.js';

@ApiTags('company')
@Controller('company/scim-token')
@RequirePermission('sso:administer')
export class ScimTokenController {
  constructor(private readonly tokens: ScimTokens) {}

  /** Makes the token with which the company's directory keeps users and teams by SCIM. It replaces the one before. */
  @Post()
  @ApiOperation({ operationId: 'createScimToken' })
  @Creates(ScimTokenResponse)
  create(@Context() context: RequestContext): Promise<ScimTokenResponse> {
    return this.tokens.create(context);
  }

  /** Ends the token: the directory is refused from then on. */
  @Delete()
  @ApiOperation({ operationId: 'revokeScimToken' })
  @ReturnsNothing({ missing: 'SCIM token' })
  remove(@Context() context: RequestContext): Promise<void> {
    return this.tokens.remove(context);
  }
}
