import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Configuration } from '#config/configuration.js';
import { WebhookDisabling } from './webhook-disabling.js';
import { DisabledWebhooksRepository, type DeadWebhook } from './disabled-webhooks.repository.js';

/** Switches off webhooks whose receivers are down for good. */
@Injectable()
export class WebhookDisablingTask {
  private readonly logger = new Logger(WebhookDisablingTask.name);

  constructor(
    private readonly webhooks: DisabledWebhooksRepository,
    private readonly disabling: WebhookDisabling,
    private readonly configuration: Configuration,
  ) {}

  @Cron(CronExpression.EVERY_MINUTE)
  async run(): Promise<void> {
    const { processRoles, webhookDisableDays: days } = this.configuration;
    if (!processRoles.has('scheduler') || days === 0) return;
    try {
      const dead = await this.webhooks.findDead(days);
      for (const { companyId, id } of dead) await this.disable(companyId, id, days);
    } catch (error) {
      this.logger.warn(`Dead webhooks cannot be switched off at the moment: ${(error as Error).message}`);
    }
  }

  private disable(companyId: string, webhookId: string, days: number): Promise<void> {
    return this.disabling.disableWebhook<DeadWebhook>(
      { companyId, webhookId },
      (tx) => this.webhooks.disableDead(tx, webhookId, days),
      (host, { failingSince }) => `every attempt to reach ${host} since ${failingSince} has failed`,
    );
  }
}
