import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import { UNTIMED } from '#common/http/entity-tag.js';
import { WEEKDAYS } from '#common/validation/local-time.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';
import { type NotificationChoices, type QuietHours, withDefaults } from './notification-choices.js';
import type { NotificationSettingsResponse, UpdateNotifications } from './notification-settings.dto.js';
import { NotificationSettingsRepository, type CompanyContext } from './notification-settings.repository.js';

type TaggedSettings = NotificationSettingsResponse & { readonly [UNTIMED]: string };

/** What users are told, and how. */
@Injectable()
export class NotificationSettingsService {
  constructor(
    private readonly settings: NotificationSettingsRepository,
    private readonly outbox: Outbox,
    private readonly access: ProjectAccess,
  ) {}

  /** The caller's own. They have no moment: their tag is of what they are. */
  async findOne(context: RequestContext): Promise<TaggedSettings> {
    const found = await this.settings.findChoices(context, [context.userId]);
    const settings = (found.get(context.userId) ?? withDefaults()) as NotificationSettingsResponse;
    return Object.assign(settings, { [UNTIMED]: hash('sha1', JSON.stringify(settings)) });
  }

  /** Those of users who have chosen anything; the others have the defaults. */
  findAll(context: CompanyContext, userIds: readonly string[]): Promise<Map<string, NotificationChoices>> {
    return this.settings.findChoices(context, userIds);
  }

  /** @throws NotFoundError of colleagues and projects, ValidationError of quiet hours without a beginning or an end */
  update(context: RequestContext, input: UpdateNotifications): Promise<NotificationSettingsResponse> {
    return this.outbox.commit(context, async (tx) => {
      await this.settings.lockOwn(tx);
      const before = await this.findOne(tx);
      tx.precondition?.see({ id: tx.userId, [UNTIMED]: before[UNTIMED] });
      await this.ensureKnown(tx, before, input);
      const after: NotificationChoices = {
        inbox: { ...before.inbox, ...input.inbox },
        mail: { ...before.mail, ...input.mail },
        digest: { ...before.digest, ...input.digest },
        quiet: input.quiet === undefined ? before.quiet : quietHours(before.quiet, input.quiet),
        mutedColleagueIds: input.mutedColleagueIds ?? before.mutedColleagueIds,
        mutedProjectIds: input.mutedProjectIds ?? before.mutedProjectIds,
      };
      await this.settings.saveChoices(tx, after, input.digest !== undefined);
      return unannounced(await this.findOne(tx));
    });
  }

  /** What is muted already stays, also when it is gone or out of reach meanwhile. */
  private async ensureKnown(
    tx: TransactionContext,
    before: NotificationSettingsResponse,
    input: UpdateNotifications,
  ): Promise<void> {
    const mutedColleagueIds = others(input.mutedColleagueIds, before.mutedColleagueIds);
    const mutedProjectIds = others(input.mutedProjectIds, before.mutedProjectIds);
    if (mutedProjectIds.length > 0) await this.access.ensureReachable(tx, mutedProjectIds);
    if (mutedColleagueIds.length === 0) return;
    if ((await this.settings.countColleagues(tx, mutedColleagueIds)) < mutedColleagueIds.length)
      throw new ColleagueNotFoundError();
  }
}

function others(ids: readonly string[] = [], known: readonly string[]): string[] {
  return ids.filter((id) => !known.includes(id));
}

function quietHours(before: QuietHours | null, given: UpdateNotifications['quiet']): QuietHours | null {
  if (!given) return null;
  const { from = before?.from, to = before?.to, days = before?.days ?? WEEKDAYS } = given;
  if (from !== undefined && to !== undefined) return { from, to, days };
  throw new ValidationError({
    ...(from === undefined && { 'quiet.from': 'Required' }),
    ...(to === undefined && { 'quiet.to': 'Required' }),
  });
}
