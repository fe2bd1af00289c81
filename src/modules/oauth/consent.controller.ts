import { applyDecorators, Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Returns } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AuthorizationRequestResponse, Consent, ConsentResponse } from './consent.dto.js';
import { Consents } from './consents.js';

/** What the page knows of; anything else in the query is ignored. */
const PARAMETERS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'resource',
  'code_challenge',
  'code_challenge_method',
  'prompt',
];

const DescribesQuery = (): MethodDecorator =>
  applyDecorators(...PARAMETERS.map((name) => ApiQuery({ name, required: false, type: String })));

/** What the console's page `/oauth/authorize` calls: nothing but its session counts. */
@ApiTags('connected apps')
@Controller('oauth')
export class ConsentController {
  constructor(private readonly consents: Consents) {}

  /**
   * What a program asks for that has opened the page with this query (OAuth 2.1, RFC 8707). What is wrong with it is
   * `{error, error_description, redirect}`: where the program learns of it, or null for nowhere.
   */
  @Get('request')
  @ApiOperation({ operationId: 'getAuthorizationRequest' })
  @RequirePermission('company-data:read', { jwtOnly: true, sessionOnly: true })
  @DescribesQuery()
  @Returns(AuthorizationRequestResponse, { invalid: 'The program, or what it asks for, is not accepted' })
  findRequest(
    @Context() context: RequestContext,
    @Req() { url }: FastifyRequest,
    // Declared, so that no parameter is refused.
    @Query() _query: object,
  ): Promise<AuthorizationRequestResponse> {
    return this.consents.findRequest(context, url.slice(url.indexOf('?') + 1));
  }

  /** Lets the program in, or not. */
  @Post('consent')
  @ApiOperation({ operationId: 'answerAuthorizationRequest' })
  @RequirePermission('own-profile:write', { jwtOnly: true, sessionOnly: true })
  @Returns(ConsentResponse, { missing: 'Project or virtual colleague' })
  answer(@Context() context: RequestContext, @Body() consent: Consent): Promise<ConsentResponse> {
    return this.consents.answer(context, consent);
  }
}
