import { Body, Controller, Delete, Get, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AllApiKeysGuard } from './all-api-keys.guard.js';
import {
  ApiKeyResponse,
  ApiKeysQuery,
  ApiKeyUsageResponse,
  CreateApiKey,
  CreatedApiKeyResponse,
} from './api-key.dto.js';
import { ApiKeysService } from './api-keys.service.js';

@ApiTags('api-keys')
@Controller('api-keys')
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  /** The caller's keys, revoked ones too, the oldest first. */
  @Get()
  @UseGuards(AllApiKeysGuard)
  @RequirePermission('company-data:read')
  @ListEndpoint(ApiKeyResponse)
  findAll(@Context() context: RequestContext, @Query() query: ApiKeysQuery): Promise<List<ApiKeyResponse>> {
    return this.apiKeys.findAll(context, query);
  }

  /** Makes a key, which may do whatever its user may at the time. Not to be called with a key. */
  @Post()
  @RequirePermission('own-api-keys:write', { jwtOnly: true })
  @Creates(CreatedApiKeyResponse, {
    missing: 'Virtual colleague',
    conflict: 'The user has as many keys as there may be, 50 unless the operator says otherwise',
  })
  create(@Context() context: RequestContext, @Body() input: CreateApiKey): Promise<CreatedApiKeyResponse> {
    return this.apiKeys.create(context, input);
  }

  /** What the key has been used for, up to a second ago. ADMIN and OWNER may ask for any key of the company. */
  @Get(':id/usage')
  @ApiOperation({ operationId: 'getApiKeyUsage' })
  @RequirePermission('company-data:read')
  @Returns(ApiKeyUsageResponse, { missing: 'API key' })
  findUsage(@Context() context: RequestContext, @Id() id: string): Promise<ApiKeyUsageResponse> {
    return this.apiKeys.getUsage(context, id);
  }

  /** Revokes the key; it stays listed. ADMIN and OWNER may revoke any key of the company. */
  @Delete(':id')
  @ApiOperation({ operationId: 'revokeApiKey' })
  @RequirePermission('own-api-keys:write')
  @ReturnsNothing({ missing: 'API key that is not revoked' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.apiKeys.revokeKey(context, id);
  }
}
