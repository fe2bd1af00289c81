import { ApiProperty } from '@nestjs/swagger';
import { WholeNumber } from '#common/http/response.decorators.js';
import { DayArray, Integer, OneOfArray } from '#common/validation/fields.js';
import { TimeOfDay, type Weekday, WEEKDAYS } from '#common/validation/local-time.js';
import { MOST_OF_A_LIMIT } from './limits.js';
import { MOST_QUIET_DATES, MOST_QUIET_DAYS } from './quiet.js';

/** When it does not run by itself, in the zone of its schedule; what is left out stays, null is off. */
export class QuietInput {
  /** Every day from then on; together with `to`. */
  @TimeOfDay('clearable')
  from?: string | null;

  /** Until then; on the next day when it is earlier than `from`. */
  @TimeOfDay('clearable')
  to?: string | null;

  /** Days of the week that are quiet as a whole. */
  @OneOfArray('clearable', WEEKDAYS, 'Weekday', { minimum: 0, maximum: MOST_QUIET_DAYS })
  days?: Weekday[] | null;

  /** Days of the calendar that are quiet as a whole, such as holidays. */
  @DayArray('clearable', MOST_QUIET_DATES)
  dates?: string[] | null;
}

const Limit = () => Integer('clearable', 0, MOST_OF_A_LIMIT);

/** How many actions it says; the least urgent are held. What is left out stays, null is any number. */
export class LimitsInput {
  /** In one run. */
  @Limit()
  perRun?: number | null;

  /** On a day, in the zone of its schedule. */
  @Limit()
  perDay?: number | null;

  /** To one person, on such a day. */
  @Limit()
  perPersonPerDay?: number | null;
}

/** When it does not run by itself, in the zone of its schedule. */
export class QuietResponse {
  /** `HH:MM`, every day; null for no such hours. */
  from: string | null;

  /** `HH:MM`; on the next day when it is earlier than `from`. */
  to: string | null;

  /** Days of the week that are quiet as a whole. */
  @ApiProperty({ enum: [...WEEKDAYS], enumName: 'Weekday', isArray: true })
  days: readonly Weekday[];

  /** Days of the calendar that are quiet as a whole. */
  @ApiProperty({ type: [String], items: { type: 'string', format: 'date' } })
  dates: readonly string[];
}

/** How many actions it says; null for any number. */
export class LimitsResponse {
  /** In one run. */
  @WholeNumber({ nullable: true })
  perRun: number | null;

  /** On a day, in the zone of its schedule. */
  @WholeNumber({ nullable: true })
  perDay: number | null;

  /** To one person, on such a day. */
  @WholeNumber({ nullable: true })
  perPersonPerDay: number | null;
}
