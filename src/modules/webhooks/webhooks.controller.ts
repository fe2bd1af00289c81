import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { PageQuery } from '#common/http/page.query.js';
import { Accepts, Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TakesReadBack } from '#core/http/read-back.js';
import { SecretRotation } from './settings/secret-rotation.js';
import {
  WEBHOOK_READ_BACK,
  CreateWebhook,
  PingWebhook,
  RotatedSecretResponse,
  RotateSecret,
  UpdateWebhook,
  WebhookResponse,
} from './webhook.dto.js';
import { WebhookDeliveryResponse } from './log/webhook-delivery.dto.js';
import { WebhookPings } from './log/webhook-pings.js';
import { WebhooksService } from './webhooks.service.js';

@ApiTags('webhooks')
@Controller('webhooks')
@RequirePermission('webhooks:administer')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly pings: WebhookPings,
    private readonly rotation: SecretRotation,
  ) {}

  /** The webhooks of the company, the oldest first. */
  @Get()
  @ListEndpoint(WebhookResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<WebhookResponse>> {
    return this.webhooks.findAll(context, query);
  }

  /** Subscribes a receiver to events from now on. */
  @Post()
  @Creates(WebhookResponse, {
    missing: 'Project',
    conflict: 'The company has as many as it may, 250 unless the operator says otherwise',
  })
  create(@Context() context: RequestContext, @Body() input: CreateWebhook): Promise<WebhookResponse> {
    return this.webhooks.create(context, input);
  }

  /** A webhook; its secret and the values of its headers are never shown. */
  @Get(':id')
  @Returns(WebhookResponse, { missing: 'Webhook' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<WebhookResponse> {
    return this.webhooks.findOne(context, id);
  }

  /** Changes a webhook; what is not given stays. */
  @Put(':id')
  @TakesReadBack(WEBHOOK_READ_BACK)
  @Returns(WebhookResponse, { missing: 'Webhook or project' })
  update(@Context() context: RequestContext, @Id() id: string, @Body() input: UpdateWebhook): Promise<WebhookResponse> {
    return this.webhooks.update(context, id, input);
  }

  /** Removes the webhook with its deliveries, also those that are to come. */
  @Delete(':id')
  @ReturnsNothing({ missing: 'Webhook' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.webhooks.remove(context, id);
  }

  /** Sends the event `ping`, whose data is the webhook, or the example of another event. */
  @Post(':id/ping')
  @Accepts(WebhookDeliveryResponse, { missing: 'Webhook', conflict: 'The webhook is inactive' })
  ping(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: PingWebhook,
  ): Promise<WebhookDeliveryResponse> {
    return this.pings.sendPing(context, id, input);
  }

  /** Gives the webhook a new secret; the previous one goes on to sign beside it for a while. */
  @Post(':id/rotate-secret')
  @ApiOperation({ operationId: 'rotateWebhookSecret' })
  @Returns(RotatedSecretResponse, { missing: 'Webhook' })
  rotateSecret(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: RotateSecret,
  ): Promise<RotatedSecretResponse> {
    return this.rotation.rotateSecret(context, id, input);
  }
}
