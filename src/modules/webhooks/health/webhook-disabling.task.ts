import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Configuration } from '#config/configuration.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { WebhookDisabling } from './webhook-disabling.js';
import { DisabledWebhooksRepository, type DeadWebhook } from './disabled-webhooks.repository.js';

/** Switches off webhooks whose receivers are down for good. */
@Injectable()
export class WebhookDisablingTask extends RepeatedTask {
  constructor(
    private readonly webhooks: DisabledWebhooksRepository,
    private readonly disabling: WebhookDisabling,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'scheduler', complaint: 'Dead webhooks cannot be switched off at the moment' });
  }

  @Cron(CronExpression.EVERY_MINUTE)
  async run(): Promise<void> {
    const { webhookDisableDays: days } = this.configuration;
    if (days === 0) return;
    await this.alone(async () => {
      const dead = await this.webhooks.findDead(days);
      for (const { companyId, id } of dead) await this.disable(companyId, id, days);
    });
  }

  private disable(companyId: string, webhookId: string, days: number): Promise<void> {
    return this.disabling.disableWebhook<DeadWebhook>(
      { companyId, webhookId },
      (tx) => this.webhooks.disableDead(tx, webhookId, days),
      (host, { failingSince }) => `every attempt to reach ${host} since ${failingSince} has failed`,
    );
  }
}
