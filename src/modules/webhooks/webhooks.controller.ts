import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '../../common/http/list.decorator.js';
import type { List } from '../../common/http/list.js';
import { PageQuery } from '../../common/http/page.query.js';
import { Accepts, Creates, Returns, ReturnsNothing } from '../../common/http/outcomes.decorator.js';
import { Id } from '../../common/validation/id.decorator.js';
import { RequirePermission } from '../../core/auth/access.decorators.js';
import { Context } from '../../core/auth/context.decorator.js';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { CreateWebhook, UpdateWebhook, WebhookResponse } from './webhook.dto.js';
import { WebhookDeliveryResponse } from './webhook-delivery.dto.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhooksService } from './webhooks.service.js';

@ApiTags('webhooks')
@Controller('webhooks')
@RequirePermission('webhooks:administer')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveries,
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

  @Get(':id')
  @Returns(WebhookResponse, { missing: 'Webhook' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<WebhookResponse> {
    return this.webhooks.findOne(context, id);
  }

  /** Changes what is given. */
  @Put(':id')
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

  /** Sends the event `ping`, whose data is the webhook. */
  @Post(':id/ping')
  @Accepts(WebhookDeliveryResponse, { missing: 'Webhook', conflict: 'The webhook is inactive' })
  ping(@Context() context: RequestContext, @Id() id: string): Promise<WebhookDeliveryResponse> {
    return this.deliveries.ping(context, id);
  }

  /** What has been, and is to be, delivered to the webhook, the newest first. */
  @Get(':id/deliveries')
  @ApiOperation({ operationId: 'listWebhookDeliveries' })
  @ListEndpoint(WebhookDeliveryResponse, { missing: 'Webhook' })
  findDeliveries(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<WebhookDeliveryResponse>> {
    return this.deliveries.findAll(context, id, query);
  }

  /** Has the delivery attempted once more, with the same body. */
  @Post(':id/deliveries/:deliveryId/redeliver')
  @ApiOperation({ operationId: 'redeliverWebhookDelivery' })
  @Accepts(WebhookDeliveryResponse, { missing: 'Webhook or delivery', conflict: 'The webhook is inactive' })
  redeliver(
    @Context() context: RequestContext,
    @Id() id: string,
    @Id('deliveryId') deliveryId: string,
  ): Promise<WebhookDeliveryResponse> {
    return this.deliveries.redeliver(context, id, deliveryId);
  }
}
