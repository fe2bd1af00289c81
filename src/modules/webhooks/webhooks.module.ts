import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '../../core/company-scope/company-scope.module.js';
import { EventCatalogue } from '../../core/events/event-catalogue.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryQueue } from './delivery-queue.js';
import { DeliveryWorker } from './delivery-worker.js';
import { WebhookCleanupTask } from './webhook-cleanup.task.js';
import { Webhook } from './webhook.entity.js';
import { WEBHOOK_EVENTS } from './webhook.events.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Webhook), CompaniesModule, ProjectsModule],
  controllers: [WebhooksController],
  providers: [
    WebhooksService,
    WebhookDeliveries,
    WebhookSecrets,
    DeliveryMetrics,
    DeliveryQueue,
    DeliveryWorker,
    WebhookCleanupTask,
  ],
})
export class WebhooksModule {
  constructor(events: EventCatalogue) {
    events.add(WEBHOOK_EVENTS);
  }
}
