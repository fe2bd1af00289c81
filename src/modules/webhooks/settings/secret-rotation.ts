import { Injectable } from '@nestjs/common';
import { CallerCheck } from '#core/access/caller-check.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { makeStandardSecret } from '#core/secrets/standard-signature.js';
import type { RotatedSecretResponse, RotateSecret } from '../webhook.dto.js';
import { Webhook } from '../webhook.entity.js';
import { targetOf } from './webhook-audit.js';
import { WebhookSecrets } from './webhook-secrets.js';

const DEFAULT_HOURS = 24;
const HOUR = 3_600_000;

/** A new secret for a webhook, and the previous one beside it for as long as its receiver needs. */
@Injectable()
export class SecretRotation {
  constructor(
    @InjectCompanyScoped(Webhook) private readonly webhooks: CompanyScopedRepository<Webhook>,
    private readonly secrets: WebhookSecrets,
    private readonly callerCheck: CallerCheck,
  ) {}

  rotateSecret(
    context: RequestContext,
    id: string,
    { secret, keepPreviousHours }: RotateSecret,
  ): Promise<RotatedSecretResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      const before = await this.webhooks.requireForUpdate(tx, { id }, 'Webhook');
      const made = secret === undefined ? makeStandardSecret() : null;
      const previous = this.previousOf(before, keepPreviousHours ?? DEFAULT_HOURS);
      const present = this.secrets.sealSecret(before, secret ?? (made as string));
      await this.webhooks.update(tx, before, { ...present, ...previous });
      const record = { action: 'webhook.secret_rotated', target: targetOf(before) } as const;
      const rotated = audited(unannounced({ secret: made, previousValidUntil: previous.previousValidUntil }), record);
      return made === null ? rotated : { ...rotated, answer: { shownOnce: id } };
    });
  }

  /** Nothing is kept of a secret that no longer opens: no delivery was signed with it. */
  private previousOf(before: Webhook, hours: number): Pick<Webhook, 'previousSecret' | 'previousValidUntil'> {
    const secret = this.secrets.tryOpenSecret(before);
    if (hours === 0 || secret === undefined) return { previousSecret: null, previousValidUntil: null };
    const previousValidUntil = new Date(Date.now() + hours * HOUR).toISOString();
    return { ...this.secrets.sealPreviousSecret(before, secret), previousValidUntil };
  }
}
