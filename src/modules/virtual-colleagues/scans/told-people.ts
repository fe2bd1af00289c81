import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { isAwayAt } from '#modules/users/away.dto.js';
import { ToldPeopleRepository } from './told-people.repository.js';

/** Someone who is away. */
interface AwayPerson {
  readonly id: string;
  readonly name: string;
  /** `(away until 3 December 2026)` */
  readonly absence: string;
}

/** What a colleague has to know of people before it speaks to them. */
export interface ToldPeople {
  readonly away: ReadonlyMap<string, AwayPerson>;
  /** Those who want to hear nothing of the colleague. */
  readonly deaf: ReadonlySet<string>;
}

const DAY = 86_400_000;

/** Finds who is away at a moment, and who does not want to hear a colleague. */
@Injectable()
export class ToldPeopleFinder {
  constructor(private readonly people: ToldPeopleRepository) {}

  async findPeople(context: RequestContext, colleagueId: string, moment: string): Promise<ToldPeople> {
    // One day more on each side, because the day of a person depends on the time zone.
    const dayAfter = (span: number) => new Date(Date.parse(moment) + span).toISOString().slice(0, 10);
    const days = { first: dayAfter(-DAY), last: dayAfter(DAY) };
    const rows = await this.people.findAwayOrDeaf(context, colleagueId, days);
    const away = rows.filter((row) => isAwayAt(new Date(moment), row));
    return {
      away: new Map(away.map(({ id, name, awayUntil }) => [id, { id, name, absence: absenceUntil(awayUntil) }])),
      deaf: new Set(rows.filter(({ isDeaf }) => isDeaf).map(({ id }) => id)),
    };
  }
}

function absenceUntil(day: string | null): string {
  return `(away until ${DateTime.fromISO(day ?? '', { zone: 'utc' }).toFormat('d MMMM yyyy', { locale: 'en-GB' })})`;
}
