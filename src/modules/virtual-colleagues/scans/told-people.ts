import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { hasMutedColleague } from '#schema/inbox.js';
import { isAwayAt } from '#modules/users/away.dto.js';

/** Someone who is away. */
interface AwayPerson {
  readonly id: string;
  readonly name: string;
  /** `(away until 3 December 2026)` */
  readonly absence: string;
}

/** What a colleague has to know of the people of its company. */
export interface ToldPeople {
  readonly away: ReadonlyMap<string, AwayPerson>;
  /** Those who want to hear nothing of the colleague. */
  readonly deaf: ReadonlySet<string>;
}

const DAY = 86_400_000;

interface PersonRow {
  id: string;
  name: string;
  timezone: string;
  awayFrom: string | null;
  awayUntil: string | null;
  isDeaf: boolean;
}

/** Finds who is away at a moment, and who does not want to hear a colleague. */
@Injectable()
export class ToldPeopleFinder {
  constructor(private readonly database: Database) {}

  async find({ companyId, ...context }: RequestContext, colleagueId: string, moment: string): Promise<ToldPeople> {
    const text = `SELECT u.id, u.name, u.timezone, u.away_from AS "awayFrom", u.away_until AS "awayUntil",
        ${hasMutedColleague('u.id', '$2')} AS "isDeaf"
      FROM users u WHERE u.company_id = $1 AND (${hasMutedColleague('u.id', '$2')}
        OR (u.away_from <= $4 AND u.away_until >= $3))`;
    // A day on each side: whose day it is, their zone says.
    const [first, last] = [-DAY, DAY].map((span) => new Date(Date.parse(moment) + span).toISOString().slice(0, 10));
    const rows = await this.database.rows<PersonRow>(context, { text }, [companyId, colleagueId, first, last]);
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
