import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { dayIn } from '#modules/users/away.dto.js';
import { UsersService } from '#modules/users/users.service.js';
import { meantSchedule, previewedMoments, wordsOf } from './meant-schedule.js';
import type { PreviewSchedule, SchedulePreviewResponse } from './schedule.dto.js';

const PREVIEWED = 10;

/** What a schedule would do. */
@Injectable()
export class SchedulePreviews {
  constructor(
    private readonly outbox: Outbox,
    private readonly users: UsersService,
  ) {}

  /** @throws ValidationError of the schedule */
  previewSchedule(
    context: RequestContext,
    { schedule: input, mode = 'schedule' }: PreviewSchedule,
  ): Promise<SchedulePreviewResponse> {
    return this.outbox.commit(context, async (tx) => {
      const now = new Date();
      const schedule = meantSchedule(input, mode, {
        timezone: input.timezone ?? (await this.users.findTimeZone(tx, tx.userId)),
        todayIn: (zone) => dayIn(zone, now),
      });
      const next = previewedMoments(schedule, mode, now.getTime(), PREVIEWED);
      return unannounced({ next, words: wordsOf(schedule, mode) });
    });
  }
}
