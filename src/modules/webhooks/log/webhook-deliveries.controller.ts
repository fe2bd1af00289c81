import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Accepts, Returns } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import {
  DeliveriesQuery,
  RedeliveriesResponse,
  RedeliverFailed,
  WebhookDeliveryDetailResponse,
  WebhookDeliveryResponse,
} from './webhook-delivery.dto.js';
import { WebhookRedeliveries } from './webhook-redeliveries.js';

@ApiTags('webhooks')
@Controller('webhooks/:id/deliveries')
@RequirePermission('webhooks:administer')
export class WebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly redeliveries: WebhookRedeliveries,
  ) {}

  /** What has been, and is to be, delivered to the webhook, the newest first. */
  @Get()
  @ListEndpoint(WebhookDeliveryResponse, { missing: 'Webhook' })
  findAll(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: DeliveriesQuery,
  ): Promise<List<WebhookDeliveryResponse>> {
    return this.deliveries.findAll(context, id, query);
  }

  /** One delivery with what was sent and what the receiver answered. */
  @Get(':deliveryId')
  @Returns(WebhookDeliveryDetailResponse, { missing: 'Webhook or delivery' })
  findOne(
    @Context() context: RequestContext,
    @Id() id: string,
    @Id('deliveryId') deliveryId: string,
  ): Promise<WebhookDeliveryDetailResponse> {
    return this.deliveries.findOne(context, id, deliveryId);
  }

  /** Has all deliveries that have failed attempted once more, each with the same body. */
  @Post('redeliver')
  @ApiOperation({ operationId: 'redeliverFailedWebhookDeliveries' })
  @Accepts(RedeliveriesResponse, { missing: 'Webhook', conflict: 'The webhook is inactive' })
  redeliverFailed(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: RedeliverFailed,
  ): Promise<RedeliveriesResponse> {
    return this.redeliveries.redeliverFailed(context, id, input);
  }

  /** Has the delivery attempted once more, with the same body. */
  @Post(':deliveryId/redeliver')
  @Accepts(WebhookDeliveryResponse, {
    missing: 'Webhook or delivery',
    conflict: 'The webhook is inactive, or the delivery has had 50 attempts',
  })
  redeliver(
    @Context() context: RequestContext,
    @Id() id: string,
    @Id('deliveryId') deliveryId: string,
  ): Promise<WebhookDeliveryResponse> {
    return this.redeliveries.redeliverOne(context, id, deliveryId);
  }
}
