import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { DeclaresEvents, type EventGroup } from '#core/events/event.hooks.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { EventTypesModule } from '#modules/event-types/event-types.module.js';
import { FiltersModule } from '#modules/filters/filters.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { DeliveryMetrics } from './delivery/delivery-metrics.js';
import { DeliveryQueue } from './delivery/delivery-queue.js';
import { DeliveryWorker } from './delivery/delivery-worker.js';
import { ReceiverHealth } from './health/receiver-health.js';
import { SecretRotation } from './settings/secret-rotation.js';
import { ErasedAddressesRepository } from './log/erased-addresses.repository.js';
import { WebhookRetentionRepository } from './log/webhook-retention.repository.js';
import { Webhook } from './webhook.entity.js';
import { WEBHOOK_EVENTS } from './webhook.events.js';
import { WebhookDeliveriesController } from './log/webhook-deliveries.controller.js';
import { WebhookDeliveries } from './log/webhook-deliveries.js';
import { WebhookDisabling } from './health/webhook-disabling.js';
import { WebhookDisablingTask } from './health/webhook-disabling.task.js';
import { WebhookFilters } from './settings/webhook-filters.js';
import { WebhookInputs } from './settings/webhook-inputs.js';
import { WebhookPings } from './log/webhook-pings.js';
import { WebhookRedeliveries } from './log/webhook-redeliveries.js';
import { WebhookSecrets } from './settings/webhook-secrets.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';
import { WebhookDeliveriesRepository } from './log/webhook-deliveries.repository.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { DisabledWebhooksRepository } from './health/disabled-webhooks.repository.js';
import { ReceiverHealthRepository } from './health/receiver-health.repository.js';
import { DeliveryQueueRepository } from './delivery/delivery-queue.repository.js';

@Module({
  imports: [
    CompanyScopeModule.forFeature(Webhook),
    CompaniesModule,
    EventTypesModule,
    FiltersModule,
    ProjectsModule,
    UsersModule,
  ],
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [
    DeliveryMetrics,
    DeliveryQueue,
    DeliveryQueueRepository,
    DeliveryWorker,
    DisabledWebhooksRepository,
    ErasedAddressesRepository,
    ReceiverHealth,
    ReceiverHealthRepository,
    SecretRotation,
    WebhookDeliveries,
    WebhookDeliveriesRepository,
    WebhookDisabling,
    WebhookDisablingTask,
    WebhookFilters,
    WebhookInputs,
    WebhookPings,
    WebhookRedeliveries,
    WebhookRetentionRepository,
    WebhookSecrets,
    WebhooksRepository,
    WebhooksService,
  ],
})
export class WebhooksModule {
  @DeclaresEvents()
  events(): EventGroup {
    return WEBHOOK_EVENTS;
  }
}
