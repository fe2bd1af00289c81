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
const PARAMETERS = {
  response_type: '`code`.',
  client_id: 'The address of its metadata, or what it got when it registered.',
  redirect_uri: 'Where it is told the outcome: one of its own addresses.',
  scope: '`projects`, or `projects projects:write`. Default: `projects`.',
  state: 'Given back to it.',
  resource: 'What the token would be good for: the address of the API, or of the tools for agents.',
  code_challenge: 'SHA-256 of its verifier, in base64url.',
  code_challenge_method: '`S256`.',
  prompt: 'With `none` it is refused: the person is asked every time.',
};

const DescribesQuery = (): MethodDecorator =>
  applyDecorators(
    ...Object.entries(PARAMETERS).map(([name, description]) =>
      ApiQuery({ name, description, required: false, type: String }),
    ),
  );

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
    return this.consents.answerConsent(context, consent);
  }
}
