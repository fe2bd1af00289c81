import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { SsoConnections } from './sso-connections.js';
import { SsoDomains } from './sso-domains.js';
import { PutSsoConnection, SsoConnectionResponse, SsoTestResponse } from './sso.dto.js';

/** How the company signs in through its directory. */
@ApiTags('company')
@Controller('company/sso')
@RequirePermission('sso:administer')
export class SsoController {
  constructor(
    private readonly connections: SsoConnections,
    private readonly domains: SsoDomains,
  ) {}

  /** The company's connection with its directory. */
  @Get()
  @ApiOperation({ operationId: 'getSingleSignOn' })
  @Returns(SsoConnectionResponse, { missing: 'Single sign-on' })
  findOne(@Context() context: RequestContext): Promise<SsoConnectionResponse> {
    return this.connections.getConnection(context);
  }

  /** Makes the connection, or changes it. Another `issuer` needs `clientSecret` anew, and a new test. */
  @Put()
  @ApiOperation({ operationId: 'putSingleSignOn' })
  @Returns(SsoConnectionResponse, { conflict: 'It is not tested, or required without being enabled' })
  put(@Context() context: RequestContext, @Body() body: PutSsoConnection): Promise<SsoConnectionResponse> {
    return this.connections.putConnection(context, body);
  }

  /** Removes the connection, and what connects the users with the directory. */
  @Delete()
  @ApiOperation({ operationId: 'removeSingleSignOn' })
  @ReturnsNothing({ missing: 'Single sign-on' })
  remove(@Context() context: RequestContext): Promise<void> {
    return this.connections.removeConnection(context);
  }

  /** Reads the metadata of the issuer, and says what is wrong with it. A connection is enabled after a test that was ok. */
  @Post('test')
  @ApiOperation({ operationId: 'testSingleSignOn' })
  @Returns(SsoTestResponse, { missing: 'Single sign-on' })
  test(@Context() context: RequestContext): Promise<SsoTestResponse> {
    return this.connections.testConnection(context);
  }

  /** Looks for the TXT record that proves that a domain is the company's own. */
  @Post('domains/:name/verify')
  @ApiOperation({ operationId: 'verifyDomain' })
  @ApiParam({ name: 'name', type: String, description: 'The domain.' })
  @Returns(SsoConnectionResponse, { missing: 'Domain', conflict: 'The record is not there, or another company has it' })
  verify(@Context() context: RequestContext, @Param('name') name: string): Promise<SsoConnectionResponse> {
    return this.domains.verifyDomain(context, name, (tx) => this.connections.getConnection(tx));
  }
}
