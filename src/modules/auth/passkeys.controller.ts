import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import {
  AddPasskey,
  BeginPasskey,
  PasskeyOptionsResponse,
  PasskeyResponse,
  RemovePasskey,
  UpdatePasskey,
} from './passkey.dto.js';
import { PasskeysService } from './passkeys.service.js';

const STALE = 'The caller has no password and signed in more than 5 minutes ago';

/** The caller's passkeys. */
@ApiTags('me')
@Controller('me/passkeys')
@RequirePermission('own-profile:write', { jwtOnly: true })
export class PasskeysController {
  constructor(private readonly passkeys: PasskeysService) {}

  /** The caller's passkeys, the oldest first. */
  @Get()
  @ApiOperation({ operationId: 'listMyPasskeys' })
  @ListEndpoint(PasskeyResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<PasskeyResponse>> {
    return this.passkeys.findOwn(context, query);
  }

  /** What the browser makes a passkey with. The challenge is good for 5 minutes, once. */
  @Post('options')
  @ApiOperation({ operationId: 'beginPasskey' })
  @Returns(PasskeyOptionsResponse, { conflict: 'There are 20 passkeys', unauthorized: STALE })
  begin(@Context() context: RequestContext, @Body() body: BeginPasskey): Promise<PasskeyOptionsResponse> {
    return this.passkeys.beginPasskey(context, body);
  }

  /** Adds the passkey that the browser has made. */
  @Post()
  @ApiOperation({ operationId: 'addPasskey' })
  @Creates(PasskeyResponse, { conflict: 'There are 20 passkeys' })
  add(@Context() context: RequestContext, @Body() body: AddPasskey): Promise<PasskeyResponse> {
    return this.passkeys.addPasskey(context, body);
  }

  /** Renames a passkey. */
  @Put(':id')
  @ApiOperation({ operationId: 'updatePasskey' })
  @Returns(PasskeyResponse, { missing: 'Passkey' })
  update(@Context() context: RequestContext, @Id() id: string, @Body() body: UpdatePasskey): Promise<PasskeyResponse> {
    return this.passkeys.update(context, id, body);
  }

  /** Removes a passkey, unless nothing would be left to sign in with. */
  @Delete(':id')
  @ApiOperation({ operationId: 'removePasskey' })
  @ReturnsNothing({ missing: 'Passkey', conflict: 'It is the last way to sign in', unauthorized: STALE })
  remove(@Context() context: RequestContext, @Id() id: string, @Body() body: RemovePasskey): Promise<void> {
    return this.passkeys.remove(context, id, body);
  }
}
