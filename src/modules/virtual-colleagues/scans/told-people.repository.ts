import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { hasMutedColleague } from '#schema/inbox.js';

export interface PersonRow {
  id: string;
  name: string;
  timezone: string;
  awayFrom: string | null;
  awayUntil: string | null;
  /** Whether the person has muted the colleague. */
  isDeaf: boolean;
}

/** Reads whom colleagues may tell. */
@Injectable()
export class ToldPeopleRepository {
  constructor(private readonly database: Database) {}

  /** The users who have muted the colleague, and those who are away on one of the days. */
  findAwayOrDeaf(
    { companyId, ...context }: RequestContext,
    colleagueId: string,
    { first, last }: { readonly first: string; readonly last: string },
  ): Promise<PersonRow[]> {
    const text = `SELECT u.id, u.name, u.timezone, u.away_from AS "awayFrom", u.away_until AS "awayUntil",
        ${hasMutedColleague('u.id', '$2')} AS "isDeaf"
      FROM users u WHERE u.company_id = $1 AND (${hasMutedColleague('u.id', '$2')}
        OR (u.away_from <= $4 AND u.away_until >= $3))`;
    return this.database.rows(context, { text }, [companyId, colleagueId, first, last]);
  }
}
