import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import {
  ConfirmTotp,
  TotpSetupResponse,
  RecoveryCodesResponse,
  RemoveTotp,
  RenewRecoveryCodes,
  SetUpTotp,
  TotpResponse,
} from './totp.dto.js';
import { TotpService } from './totp.service.js';

const STALE = 'The caller has no password and signed in more than 5 minutes ago';

/** The caller's authenticator: codes that a phone shows. */
@ApiTags('me')
@Controller('me/totp')
@RequirePermission('own-profile:write', { jwtOnly: true })
export class TotpController {
  constructor(private readonly totp: TotpService) {}

  /** Whether the caller has an authenticator. */
  @Get()
  @ApiOperation({ operationId: 'getTotp' })
  @Returns(TotpResponse)
  findOne(@Context() context: RequestContext): Promise<TotpResponse> {
    return this.totp.findOne(context);
  }

  /** Makes an authenticator, which counts once it is confirmed. It waits 10 minutes for that, or until the next is made. */
  @Post()
  @ApiOperation({ operationId: 'setUpTotp' })
  @Returns(TotpSetupResponse, { conflict: 'An authenticator is active', unauthorized: STALE })
  setUp(@Context() context: RequestContext, @Body() body: SetUpTotp): Promise<TotpSetupResponse> {
    return this.totp.setUp(context, body);
  }

  /** Confirms the authenticator by its first code. From now on signing in asks for one. */
  @Post('confirm')
  @ApiOperation({ operationId: 'confirmTotp' })
  @Returns(RecoveryCodesResponse, { conflict: 'No authenticator waits to be confirmed' })
  confirm(@Context() context: RequestContext, @Body() body: ConfirmTotp): Promise<RecoveryCodesResponse> {
    return this.totp.confirmTotp(context, body);
  }

  /** Removes the authenticator and its recovery codes. */
  @Delete()
  @ApiOperation({ operationId: 'removeTotp' })
  @ReturnsNothing({ conflict: 'No authenticator is active', unauthorized: STALE })
  remove(@Context() context: RequestContext, @Body() body: RemoveTotp): Promise<void> {
    return this.totp.remove(context, body);
  }

  /** Makes ten new recovery codes in place of those of before. */
  @Post('recovery-codes')
  @ApiOperation({ operationId: 'renewRecoveryCodes' })
  @Returns(RecoveryCodesResponse, { conflict: 'No authenticator is active', unauthorized: STALE })
  renew(@Context() context: RequestContext, @Body() body: RenewRecoveryCodes): Promise<RecoveryCodesResponse> {
    return this.totp.renewRecoveryCodes(context, body);
  }
}
