import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { Configuration } from '#config/configuration.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TakesReadBack } from '#core/http/read-back.js';
import { RotatedSecretResponse } from '#modules/webhooks/webhook.dto.js';
import { CodeDeliveryResponse } from '../receiving/code-delivery.dto.js';
import { CodeDeliveriesRepository } from '../receiving/code-deliveries.repository.js';
import {
  CODE_CONNECTION_READ_BACK,
  CodeConnectionResponse,
  CreateCodeConnection,
  CreatedCodeConnectionResponse,
  RotateCodeSecret,
  UpdateCodeConnection,
} from './code-connection.dto.js';
import { CodeConnectionsService } from './code-connections.service.js';
import { RequestOrigin } from './origin.js';

@ApiTags('code')
@Controller('code-connections')
@RequirePermission('code:administer')
export class CodeConnectionsController {
  constructor(
    private readonly connections: CodeConnectionsService,
    private readonly deliveries: CodeDeliveriesRepository,
    private readonly configuration: Configuration,
  ) {}

  /** The forges that tell the company of code, the oldest connection first. */
  @Get()
  @ListEndpoint(CodeConnectionResponse)
  findAll(
    @Context() context: RequestContext,
    @Query() query: PageQuery,
    @RequestOrigin() origin: string,
  ): Promise<List<CodeConnectionResponse>> {
    return this.connections.findAll(context, query, this.publicOrigin(origin));
  }

  /** Connects a forge: paste `url` and `secret` there. */
  @Post()
  @Creates(CreatedCodeConnectionResponse, { missing: 'Project', conflict: 'The company has 50 connections' })
  create(
    @Context() context: RequestContext,
    @Body() input: CreateCodeConnection,
    @RequestOrigin() origin: string,
  ): Promise<CreatedCodeConnectionResponse> {
    return this.connections.create(context, input, this.publicOrigin(origin));
  }

  /** A connection; its secret is never shown again. */
  @Get(':id')
  @Returns(CodeConnectionResponse, { missing: 'Code connection' })
  findOne(
    @Context() context: RequestContext,
    @Id() id: string,
    @RequestOrigin() origin: string,
  ): Promise<CodeConnectionResponse> {
    return this.connections.findOne(context, id, this.publicOrigin(origin));
  }

  /** Changes a connection; what is not given stays, each rule too. */
  @Put(':id')
  @TakesReadBack(CODE_CONNECTION_READ_BACK)
  @Returns(CodeConnectionResponse, { missing: 'Code connection or project' })
  update(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: UpdateCodeConnection,
    @RequestOrigin() origin: string,
  ): Promise<CodeConnectionResponse> {
    return this.connections.update(context, id, input, this.publicOrigin(origin));
  }

  /** Removes the connection with its deliveries; what it has linked stays. */
  @Delete(':id')
  @ReturnsNothing({ missing: 'Code connection' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.connections.remove(context, id);
  }

  /** Gives the connection a new secret; the previous one is good beside it for a while. */
  @Post(':id/rotate-secret')
  @ApiOperation({ operationId: 'rotateCodeConnectionSecret' })
  @Returns(RotatedSecretResponse, { missing: 'Code connection' })
  rotateSecret(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: RotateCodeSecret,
  ): Promise<RotatedSecretResponse> {
    return this.connections.rotateSecret(context, id, input);
  }

  /** What came of the last 7 days and what became of it, the newest first; 200 at most. What was refused is not among it. */
  @Get(':id/deliveries')
  @ApiOperation({ operationId: 'listCodeDeliveries' })
  @ListEndpoint(CodeDeliveryResponse, { missing: 'Code connection' })
  async findDeliveries(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<CodeDeliveryResponse>> {
    await this.connections.ensureExists(context, id);
    return this.deliveries.findOfConnection(context, id, query);
  }

  /** Where people reach the service: the operator says so, or else the request does. */
  private publicOrigin(origin: string): string {
    return this.configuration.linkUrl ?? origin;
  }
}
